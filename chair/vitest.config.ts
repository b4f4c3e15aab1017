import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "chair",
    include: ["src/**/*.test.ts"],
    pool: "forks",
    isolate: false,
    testTimeout: 60_000,
  },
});
