import { defineConfig } from "vitest/config";

/** Need what only Linux has, as a file system for one process alone. */
const linuxFiles = ["test/deployment/full-disk.system.test.ts"];

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: process.platform === "linux" ? [] : linuxFiles,
    globalSetup: ["./test/global-setup.ts"],
    pool: "forks",
    // Files of one worker share loaded modules: importing them again for each file took a third of the CPU time.
    isolate: false,
    // Guards against a test that hangs, also where the processes of this suite share one core with others.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
