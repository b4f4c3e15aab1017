import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { processIdentity } from "#platform/processes/processes.ts";
import { otherProcessInLockFile, postmasterOf, stopPostmaster } from "./embedded-postmaster.ts";

let pid: number | undefined;
afterEach(() => {
  if (pid !== undefined && processIdentity(pid) !== null) process.kill(pid, "SIGKILL");
});

it("kills a postmaster that ends neither on a fast nor on an immediate shutdown", {
  timeout: 10_000,
}, async () => {
  const script = "trap '' INT QUIT; echo ready; while :; do sleep 0.05; done";
  const child = spawn("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"] });
  pid = child.pid;
  await once(child.stdout, "data");
  const ended = once(child, "exit");
  await stopPostmaster(pid as number, 50, 50);
  expect(await ended).toEqual([null, "SIGKILL"]);
});

it.each([
  ["at its end", []],
  ["before other arguments", ["-c", "listen_addresses="]],
])(
  "[RUN-1] recognises the postmaster whose command line contains the cluster folder %s",
  async (_place, others) => {
    const base = await mkdtemp(join(tmpdir(), "reposo postmaster "));
    // Starts a shell with the arguments of a postmaster; its script ignores them.
    const argv = ["-c", "echo ready; read -r _", "-D", join(base, "postgres"), ...others];
    const child = spawn("/bin/sh", argv, { argv0: "postgres", stdio: ["pipe", "pipe", "ignore"] });
    pid = child.pid;
    await once(child.stdout, "data");
    for (const cluster of ["postgres", "post"].map((name) => join(base, name))) {
      await mkdir(cluster);
      await writeFile(join(cluster, "postmaster.pid"), `${pid}\n`);
    }
    expect(await postmasterOf(join(base, "postgres"))).toBe(pid);
    expect(await otherProcessInLockFile(join(base, "postgres"))).toBeNull();
    expect(await postmasterOf(join(base, "post"))).toBeNull();
    expect(await otherProcessInLockFile(join(base, "post"))).toBe(pid);
    await rm(base, { recursive: true });
  },
);
