import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { Database } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";
import { findQuietPort } from "#test/network/quiet-port.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { cleanEnvironment } from "./clean-environment.ts";
import type { RunningServer } from "./killed-server.ts";

/** Space for a new database and its write-ahead log. */
const diskBytes = 320 * 1024 ** 2;

/** Time limit for a command that refuses a data folder. */
const commandTimeoutMs = 60_000;

/**
 * Shell script that mounts the disk; its arguments are the size and the folder. Users other than root get root's rights
 * in a namespace.
 */
const mountAndHold =
  'mount -t tmpfs -o "size=$1,mode=711" tmpfs "$2" || exit 125; echo mounted; read -r _ || exit 0';

export interface SmallDisk {
  readonly mqttUrl: string;
  readonly mqttPort: number;
  /** Starts a complete server with embedded database and broker. After it has exited, another server can be started. */
  start(): Promise<RunningServer>;
  /** Returns the owner's connection to the embedded database of the running server. */
  findConnection(): Promise<pg.PoolConfig>;
  /** Copies the data folder under another name. */
  copyData(): Promise<void>;
  /** Runs a script below `src/` on the copy of the data folder; the script is killed if it exceeds the time limit. */
  runOnCopy(script: string, ...args: string[]): Promise<{ code: number | null; output: string }>;
  /** Deletes the data folder and moves the copy to its place. */
  restoreCopy(): Promise<void>;
  /** Fills the disk to the last byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Stops the server and removes the disk. */
  close(): Promise<void>;
}

/**
 * Creates a small file system with the data folder of a server. Only servers started on it and their child processes
 * can see it, so that a killed test leaves no mount behind. Linux only.
 */
export async function openSmallDisk(env: Readonly<Record<string, string>>): Promise<SmallDisk> {
  const folder = await makeTestFolder("disk");
  const mqttPort = await findQuietPort();
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const isRoot = uid === 0;
  const holder = spawn(
    "unshare",
    [isRoot ? "-m" : "-Urm", "sh", "-c", mountAndHold, "sh", String(diskBytes), folder],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const held = once(holder, "exit");
  const [mounted] = await Promise.race([once(holder.stdout, "data"), held]);
  if (!(mounted instanceof Buffer)) {
    await rm(folder, { recursive: true, force: true });
    throw new Error("the file system was not mounted");
  }
  const asUser = [
    "--user",
    "--preserve-credentials",
    "unshare",
    "-U",
    `--map-user=${uid}`,
    `--map-group=${gid}`,
  ];
  const enter = [`--target=${holder.pid}`, "--mount", ...(isRoot ? [] : asUser)];
  const environmentOf = (dataFolder: string) => ({
    ...cleanEnvironment(),
    PORT: "0",
    MQTT_PORT: String(mqttPort),
    DATA_DIR: dataFolder,
    ...env,
  });
  const data = join(folder, "data");
  const copy = join(folder, "copy");
  // Path of a file as this process sees it in the servers' mount namespace.
  const inside = (path: string) => `/proc/${holder.pid}/root${path}`;
  const padding = inside(join(folder, "ballast"));
  let running: ChildProcess | null = null;

  async function runInside(...command: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn("nsenter", [...enter, ...command], {
      env: environmentOf(copy),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: commandTimeoutMs,
      killSignal: "SIGKILL",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += String(chunk);
      });
    const [code] = await once(child, "close");
    return { code, output };
  }

  return {
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    mqttPort,
    async start() {
      const args = [...enter, process.execPath, join(import.meta.dirname, "order-process.ts")];
      const child = spawn("nsenter", args, { env: environmentOf(data), stdio: ["pipe", "pipe", "pipe"] });
      running = child;
      let errors = "";
      child.stderr.on("data", (chunk: Buffer) => {
        errors += String(chunk);
      });
      const exited = once(child, "exit").then(([code, signal]) => ({ code, signal }));
      const ready = once(child.stdout, "data") as Promise<[Buffer]>;
      child.stdin.write("begin\n");
      const first = await Promise.race([ready, exited]);
      if (!Array.isArray(first)) throw new Error(`the server did not start: ${errors}`);
      return {
        url: (JSON.parse(String(first[0])) as { url: string }).url,
        pid: child.pid as number,
        exited,
        output: () => errors,
        async kill() {
          child.kill("SIGKILL");
          await exited;
        },
      };
    },
    async findConnection() {
      const postmaster = await readFile(inside(join(data, "postgres", "postmaster.pid")), "utf8");
      const host = inside(postmaster.split("\n")[4] as string);
      return { host, port: 5432, user: "reposo", database: "reposo" };
    },
    async copyData() {
      await rm(inside(copy), { recursive: true, force: true });
      // While a server writes to the folder, files may disappear, which `cp` reports as an error, so its exit code is
      // ignored.
      await runInside("cp", "-a", data, copy);
    },
    runOnCopy: (script, ...args) =>
      runInside(process.execPath, join(import.meta.dirname, "..", "..", "src", script), ...args),
    async restoreCopy() {
      await rm(inside(data), { recursive: true });
      await rename(inside(copy), inside(data));
    },
    async fill() {
      const file = await open(padding, "a");
      try {
        for (let bytes = 1024 ** 2; bytes >= 4_096; ) {
          // On a full disk, a write may be partial; the next write then fails.
          const isFull = await file.write(Buffer.alloc(bytes, 1)).then(
            () => false,
            (error: unknown) => {
              if ((error as NodeJS.ErrnoException).code === "ENOSPC") return true;
              throw error;
            },
          );
          if (isFull) bytes /= 2;
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(padding, { force: true }),
    async close() {
      if (running !== null && running.exitCode === null && running.signalCode === null) {
        const exited = once(running, "exit");
        running.kill("SIGTERM");
        await exited;
      }
      holder.stdin.end();
      await held;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Fills the space that PostgreSQL has reserved in its files, so that its next write needs space on the disk. Needs a table `junk`. */
export async function exhaustDatabase(owner: Database): Promise<void> {
  const fillDisk = sql`INSERT INTO junk SELECT md5(n::text) || md5((n + 1)::text) FROM generate_series(1, 20000) AS n`;
  for (let round = 0; round < 50; round += 1) {
    const error = await fillDisk.execute(owner).then(
      () => null,
      (cause: unknown) => cause as { code?: string },
    );
    if (error !== null) return;
  }
  throw new Error("the disk did not fill up");
}
