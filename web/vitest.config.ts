import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["build/*.test.ts", "src/**/*.test.ts", "src/**/*.test.tsx"],
    setupFiles: ["./build/restore-globals.ts"],
    // Test files in the same worker share loaded modules. Importing them again for each file took a third of the CPU
    // time.
    isolate: false,
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
