import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "e2e",
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/stage/global-setup.ts"],
    pool: "forks",
    // Each file brings its own chairs and browser: one at a time is what two cores bear.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
