import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "e2e",
    include: ["src/**/*.test.ts"],
    pool: "forks",
    // Each file brings its own server, database, broker, chairs and browser: one at a time is what two cores bear.
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
