import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "chair",
    include: ["src/**/*.test.ts"],
    pool: "forks",
    testTimeout: 20_000,
  },
});
