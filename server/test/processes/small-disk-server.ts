import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { findQuietPort } from "#test/network/quiet-port.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { cleanEnvironment } from "./clean-environment.ts";

/** Space for a new database and its write-ahead log. */
const diskBytes = 320 * 1024 ** 2;

/** Arguments: the disk's size and folder, then the program. Users other than root get root's rights in a namespace. */
const mountAndExec = 'mount -t tmpfs -o "size=$1,mode=711" tmpfs "$2" || exit 125; shift 2; exec "$@"';

export interface SmallDiskServer {
  readonly url: string;
  readonly mqttPort: number;
  /** The owner's connection to the embedded database. */
  readonly connection: pg.PoolConfig;
  /** Fills the disk to the last byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A complete server with embedded database and broker. Its data folder is a small file system that only this
 * process and its children can see, so that a killed test leaves no mount behind. Linux only.
 */
export async function startSmallDiskServer(env: Readonly<Record<string, string>>): Promise<SmallDiskServer> {
  const folder = await makeTestFolder("disk");
  const mqttPort = await findQuietPort();
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const server = [process.execPath, join(import.meta.dirname, "order-process.ts")];
  const asUser = uid === 0 ? [] : ["unshare", "-U", `--map-user=${uid}`, `--map-group=${gid}`];
  const child = spawn(
    "unshare",
    [
      uid === 0 ? "-m" : "-Urm",
      "sh",
      "-c",
      mountAndExec,
      "sh",
      String(diskBytes),
      folder,
      ...asUser,
      ...server,
    ],
    {
      env: {
        ...cleanEnvironment(),
        PORT: "0",
        MQTT_PORT: String(mqttPort),
        DATA_DIR: join(folder, "data"),
        ...env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += String(chunk);
  });
  const exited = once(child, "exit");
  const ready = once(child.stdout, "data") as Promise<[Buffer]>;
  child.stdin.write("begin\n");
  const first = await Promise.race([ready, exited]);
  if (!(first[0] instanceof Buffer)) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`the server did not start: ${errors}`);
  }
  // The process's own view of the file system.
  const inside = (path: string) => `/proc/${child.pid}/root${path}`;
  const padding = inside(join(folder, "ballast"));
  const postmaster = await readFile(inside(join(folder, "data", "postgres", "postmaster.pid")), "utf8");
  return {
    url: (JSON.parse(String(first[0])) as { url: string }).url,
    mqttPort,
    connection: {
      host: inside(postmaster.split("\n")[4] as string),
      port: 5432,
      user: "reposo",
      database: "reposo",
    },
    async fill() {
      const file = await open(padding, "a");
      try {
        for (let bytes = 1024 ** 2; bytes >= 4_096; ) {
          // A partial write is followed by one that fails.
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
    free: () => rm(padding),
    async stop() {
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
