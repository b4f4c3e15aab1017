import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "e2e",
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/stage/global-setup.ts"],
    setupFiles: ["src/browser/failed-phones.ts"],
    pool: "forks",
    // The server, its database and the browser are everybody's; two who use them are what two cores bear.
    maxWorkers: 2,
    // Where nobody can look, a second attempt tells what wavers from what is broken; the run names it at its end, and
    // it is a fault to be found. At a desk it fails at once.
    retry: process.env.CI === undefined ? 0 : 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
