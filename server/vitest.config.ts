import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["./test/global-setup.ts"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Two workers, a database and a broker share what cores there are: a second is soon over.
    expect: { poll: { timeout: 10_000 } },
  },
});
