import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "#child-process.ts";
import type { PeerWebTask } from "./peer-web-process.ts";

interface PeerWebReady {
  readonly url: string;
}

const folder = join(import.meta.dirname, "..", "..", "peer-web");

/**
 * Builds and starts the peer with which docs/benchmarks.md compares the product: the same pages in React, antd-mobile,
 * and ECharts. Its packages are not part of the product's workspaces. They are installed in the first run, and again
 * after the lockfile of bench/peer-web has changed.
 * @param api URL of the product's server, which serves the peer's calls
 */
export function startPeerWeb(api: string): Promise<Child<PeerWebReady>> {
  const installed = join(folder, "node_modules", ".package-lock.json");
  const isInstalled =
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs;
  if (!isInstalled) run("npm", "ci", "--no-workspaces", "--ignore-scripts", "--no-audit", "--no-fund");
  run(process.execPath, join("node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "error");
  const task: PeerWebTask = { folder: join(folder, "dist"), api };
  return startChild<PeerWebReady>("web/peer-web-process.ts", task);
}

function run(command: string, ...args: string[]): void {
  // On Windows, npm is a script, which only a shell can execute.
  const shell = process.platform === "win32" && command === "npm";
  execFileSync(command, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], shell });
}
