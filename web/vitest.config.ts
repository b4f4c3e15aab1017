import { defineConfig } from "vitest/config";
import { contractFacts } from "./contract-facts.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractFacts()],
  test: {
    include: ["*.test.ts", "src/**/*.test.ts", "src/**/*.test.tsx"],
    testTimeout: 20_000,
    // Beside the server's tests and its database, a second is soon over.
    expect: { poll: { timeout: 10_000 } },
  },
});
