import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { processIdentity } from "#platform/processes/processes.ts";
import { stopPostmaster } from "./embedded-postmaster.ts";

let pid: number | undefined;
afterEach(() => {
  if (pid !== undefined && processIdentity(pid) !== null) process.kill(pid, "SIGKILL");
});

it("kills a postmaster that neither a fast nor an immediate shutdown ends", { timeout: 10_000 }, async () => {
  const script = "trap '' INT QUIT; echo ready; while :; do sleep 0.05; done";
  const child = spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
  pid = child.pid;
  await once(child.stdout, "data");
  const ended = once(child, "exit");
  await stopPostmaster(pid as number, 50, 50);
  expect(await ended).toEqual([null, "SIGKILL"]);
});
