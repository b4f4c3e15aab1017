import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cleanEnvironment } from "#test/processes/clean-environment.ts";
import { makeTestFolder } from "#test/test-folder.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder("read-only");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Shell script whose arguments are the folder and the program. Only the program sees the folder as read-only. */
const mountAndExec =
  'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 125; shift 1; exec "$@"';
const main = fileURLToPath(import.meta.resolve("#main.ts"));

/**
 * Starts the product until it exits or is ready; with `readOnly`, on a file system that is read-only even for root. Linux
 * only.
 */
async function startServer(dataDir: string, { readOnly = false } = {}) {
  const isRoot = process.getuid?.() === 0;
  const server = [process.execPath, main];
  const [program = "", ...options] = readOnly
    ? ["unshare", isRoot ? "-m" : "-Urm", "sh", "-c", mountAndExec, "sh", folder, ...server]
    : server;
  const child = spawn(program, options, {
    env: { ...cleanEnvironment(), PORT: "0", MQTT_PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  child.stderr.on("data", (chunk: Buffer) => {
    output.err += String(chunk);
  });
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += String(chunk);
    if (output.out.includes("Reposo is ready")) child.kill("SIGTERM");
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

const refusal = (dataDir: string) => ({
  code: 1,
  out: "",
  err: `reposo: setting DATA_DIR: ${dataDir} cannot be used: it is on a read-only file system; choose a folder that this user can write to\n`,
});

it("[G-12] does not start with a new folder on a read-only file system, and explains why in one line", async () => {
  const existing = join(folder, "empty");
  await mkdir(existing);
  for (const dataDir of [existing, join(folder, "missing"), join(folder, "several", "missing")])
    expect(await startServer(dataDir, { readOnly: true })).toEqual(refusal(dataDir));
  expect(await readdir(folder)).toEqual(["empty"]);
  expect(await readdir(existing)).toEqual([]);
});

it("[G-12] does not start with existing data on a file system that became read-only, and starts once it is writable", async () => {
  const dataDir = join(folder, "data");
  const ready = { code: 0, out: expect.stringContaining("Reposo is ready") };
  expect(await startServer(dataDir)).toMatchObject(ready);
  expect(await startServer(dataDir, { readOnly: true })).toEqual(refusal(dataDir));
  expect(await startServer(dataDir)).toMatchObject(ready);
  // Creating a database and starting it twice takes half a minute on a busy machine.
}, 180_000);
