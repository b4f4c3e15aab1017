/* oxlint-disable vitest/no-conditional-tests -- zombies are detected only where /proc exists */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FolderInUseError, folderOwner, folderSecret, lockFolder } from "./data-folder.ts";
import { commandLineOf, processIdentity } from "#platform/processes/processes.ts";

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "reposo data folder ")), "data");
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

const lockFile = () => join(folder, "owner.lock");

it("locks the folder for one process, and reports that process to the second", async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  await expect(lockFolder(folder)).rejects.toThrow(
    `data folder ${folder} is in use by process ${process.pid} (`,
  );
  expect(await folderOwner(folder)).toBe(process.pid);
  await lock.release();
  expect(await folderOwner(folder)).toBeNull();
  await (await lockFolder(folder)).release();
});

it("denies other users access to the folder", async () => {
  await (await lockFolder(folder)).release();
  expect((await stat(folder)).mode & 0o077).toBe(process.getuid?.() === 0 ? 0o011 : 0);
});

it("replaces an invalid lock, and the lock of an ended process even if another process has its ID", async () => {
  await (await lockFolder(folder)).release();
  const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const pid = child.pid as number;
  const identity = processIdentity(pid);
  await writeFile(lockFile(), JSON.stringify({ pid, identity }));
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${pid}`);

  child.kill("SIGKILL");
  await once(child, "exit");
  for (const stale of [
    JSON.stringify({ pid, identity }),
    JSON.stringify({ pid: process.pid, identity: "an earlier life" }),
    '{"pid": 12',
  ]) {
    await writeFile(lockFile(), stale);
    const lock = await lockFolder(folder);
    expect(await folderOwner(folder)).toBe(process.pid);
    await lock.release();
  }
});

it("grants a lock that is requested concurrently to one process, whether a stale lock exists or not", async () => {
  for (const stale of ["", JSON.stringify({ pid: 2 ** 22 + 1, identity: "dead" })]) {
    await (await lockFolder(folder)).release();
    if (stale) await writeFile(lockFile(), stale);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const winners = results.filter((result) => result.status === "fulfilled");
    expect(winners).toHaveLength(1);
    await winners[0]?.value.release();
  }
});

it("[RUN-1] grants the lock if another process replaced the same expired lock and ended immediately", async () => {
  await (await lockFolder(folder)).release();
  const expired = JSON.stringify({ pid: 2 ** 22 + 1, identity: "dead" });
  await writeFile(lockFile(), expired);
  let replaced = false;
  // This callback is synchronous, so that it replaces the lock before the lock is checked again, even if the process
  // stalls.
  const timer = setInterval(() => {
    const { size = 0 } = statSync(lockFile(), { throwIfNoEntry: false }) ?? {};
    if (size <= expired.length) return;
    clearInterval(timer);
    writeFileSync(lockFile(), expired);
    replaced = true;
  }, 1);
  const lock = await lockFolder(folder);
  expect(replaced).toBe(true);
  expect(await folderOwner(folder)).toBe(process.pid);
  await lock.release();
});

it("stores a secret that only its owner can read", async () => {
  await (await lockFolder(folder)).release();
  const secret = await folderSecret(folder, "broker-secret");
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await folderSecret(folder, "broker-secret")).toBe(secret);
  expect((await stat(join(folder, "broker-secret"))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, "broker-secret"), "utf8")).toBe(`${secret}\n`);
});

it("[KEY-1] generates one secret for concurrent first uses, without a lock and if the folder is missing", async () => {
  const uses = Array.from({ length: 8 }, () => folderSecret(folder, "broker-secret"));
  const secrets = new Set(await Promise.all(uses));
  expect(secrets).toEqual(new Set([await folderSecret(folder, "broker-secret")]));
  expect([...secrets][0]).toMatch(/^[\w-]{43}$/);
  expect(await readdir(folder)).toEqual(["broker-secret"]);
  expect((await stat(folder)).mode & 0o077).toBe(process.getuid?.() === 0 ? 0o011 : 0);
});

it("[KEY-1] names the setting of a folder in which no secret can be stored", async () => {
  await symlink(join(folder, "..", "missing"), folder);
  await expect(folderSecret(folder, "broker-secret")).rejects.toThrow("setting DATA_DIR");
});

if (process.platform === "linux") {
  it("treats a zombie as ended", async () => {
    // The shell starts a child process, is replaced by another program, and never reaps the child.
    const parent = spawn("/bin/sh", ["-c", "sh -c 'echo $$' & exec sleep 30"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [output] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(output.toString());
    await expect.poll(() => readFile(`/proc/${pid}/stat`, "utf8")).toContain(" Z ");
    expect(() => process.kill(pid, 0)).not.toThrow();
    expect(processIdentity(pid)).toBeNull();
    parent.kill("SIGKILL");
  });
}

it("returns the identity of its own process, and null for a process that does not exist", () => {
  expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
  expect(commandLineOf(process.pid)).toContain("node");
  expect(processIdentity(2 ** 22 + 1)).toBeNull();
  expect(commandLineOf(2 ** 22 + 1) ?? "").toBe("");
});
