import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/longest-first.ts";

/** Of more than 10 seconds. */
const longFiles = [
  "kill-server",
  "media-attacks",
  "remux-video",
  "embedded-postgres",
  "host",
  "isolation",
  "upload-attacks",
  "uploads",
  "provider-payments",
  "money-campaign",
  "fault-campaign",
  "chair-campaign",
  "demo-network",
  "export-streams",
  "kill-uploads",
  "run-audit",
  "order-races",
  "coupon-campaign",
  "money-model",
  "refund-requests",
  "figures",
  "full-disk",
];

/** Need what only Linux has, as a file system for one process alone. */
const linuxFiles = ["test/system/full-disk.test.ts"];

export default defineConfig({
  test: {
    name: "server",
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: process.platform === "linux" ? [] : linuxFiles,
    globalSetup: ["./test/global-setup.ts"],
    pool: "forks",
    sequence: { sequencer: longestFirst(longFiles) },
    // Files of one worker share loaded modules: importing them again for each file took a third of the CPU time.
    isolate: false,
    // Guards against a test that hangs, also where the processes of this suite share one core with others.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
