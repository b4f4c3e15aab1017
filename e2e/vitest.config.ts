import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "e2e",
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/stage/global-setup.ts"],
    setupFiles: ["src/browser/failed-phones.ts"],
    pool: "forks",
    // Test files of one worker share loaded modules, because importing them for each file took a fifth of the CPU time.
    isolate: false,
    // Each worker also keeps a browser and the shared server busy.
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // Long enough for a machine that other work keeps busy; a wait that succeeds takes no longer.
    expect: { poll: { timeout: 60_000 } },
  },
});
