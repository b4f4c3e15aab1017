import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/longest-first.ts";

/** Files that take more than 10 seconds on two cores, the longest first. */
const longFiles = [
  "kill-server",
  "attack-campaign",
  "fault-campaign",
  "media-attacks",
  "full-disk",
  "remux-video",
  "provider-payments",
  "shared-broker",
  "chair-campaign",
  "external-backup",
  "processing-time",
  "kill-uploads",
  "money-campaign",
  "isolation",
  "login-limits",
  "copied-data",
  "host",
  "application-login",
  "read-only-folder",
  "upload-attacks",
  "live-events-resume",
  "tls-chair",
  "refund-requests",
  "ended-sessions",
  "embedded-postgres",
  "outbox",
  "money-model",
  "notifications",
  "export-streams",
  "demo-network",
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
