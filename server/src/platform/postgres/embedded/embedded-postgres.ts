import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type pg from "pg";
import { lockFolder } from "#platform/files/data-folder.ts";
import type { Log } from "#platform/logging/log.ts";
import { findPostgresHome, findRecordedCluster, type PostgresHome } from "./postgres-home.ts";
import { postmasterOf, stopPostmaster, otherProcessInLockFile } from "./embedded-postmaster.ts";
import { StartError } from "#platform/config/settings.ts";
import { reportInOneLine } from "#platform/postgres/postgres-messages.ts";
import { withClient } from "#platform/postgres/with-client.ts";

const runFile = promisify(execFile);

export interface EmbeddedPostgres {
  /** The owner's connection, which runs migrations; the application logs in as another role. */
  connection: pg.PoolConfig & { host: string; user: string; database: string };
  clusterFolder: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataFolder: string;
  log: Log;
  /** Settings of postgresql.conf that override `productSettings`. Only tests may trade durability for speed. */
  settings?: Record<string, string>;
}

const ownerRole = "reposo";
const databaseName = "reposo";

const productSettings: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  random_page_cost: "1.1",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "log",
  log_checkpoints: "off",
  log_min_duration_statement: "1s",
  // Parameters contain personal data and hashes of secrets.
  log_parameter_max_length: "0",
};

/**
 * Ensures that PostgreSQL stops when the parent process ends. The `read` ends when the parent's end of the pipe is
 * closed; the kernel closes it even after SIGKILL. The shell cannot `exec` PostgreSQL, since the shell must wait for
 * the pipe.
 */
const supervisorScript = `
exec 3<&0 </dev/null
"$@" 3<&- &
postgres=$!
( read -r _ <&3; kill -INT $postgres ) 2>/dev/null &
watcher=$!
exec 3<&-
wait $postgres
code=$?
kill $watcher 2>/dev/null
exit $code`;

/** Matches errors that PostgreSQL reports while it starts or recovers. */
const stillStarting = /starting up|not yet accepting connections/;
/** Returns whether a line reports a fatal error or a slow statement. */
const isWorthWarning = (line: string): boolean =>
  /\b(FATAL|PANIC):|\bLOG: {2}duration:/.test(line) && !stillStarting.test(line);
/**
 * Matches errors after which another start may succeed, because processes of the previous instance have not ended yet.
 */
const mayStartLater = new RegExp(`shared memory|lock file|${stillStarting.source}`);

/**
 * Starts PostgreSQL on the cluster of a data folder, and restarts it if it exits unexpectedly. Creates the cluster if
 * it is missing. The caller must hold the lock of the data folder.
 * @throws StartError if PostgreSQL does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataFolder, log } = options;
  const home = await findPostgresHome(dataFolder);
  // A copied data folder refers to the same cluster outside of the folder, so that cluster needs its own lock.
  const outsideLock = home.isOutside ? await lockFolder(`${home.clusterFolder}.owner`) : null;
  await stopLeftOver(home.clusterFolder, log);
  if (!existsSync(home.clusterFolder)) await createCluster(home);

  const connection = {
    host: home.socketFolder,
    port: 5432,
    user: ownerRole,
    database: databaseName,
  };
  let isStopping = false;
  let running = await launch();
  await createDatabase(connection);
  supervise(running);

  async function launch(): Promise<ChildProcess> {
    const until = Date.now() + 20_000;
    for (;;) {
      const lines: string[] = [];
      const logLine = reportInOneLine((message) => {
        log[isWorthWarning(message) && !isStopping ? "warn" : "debug"]({ line: message }, "postgres");
      });
      const otherProcess = await otherProcessInLockFile(home.clusterFolder);
      const child = spawnPostgres(home, { ...productSettings, ...options.settings }, otherProcess, (line) => {
        lines.push(line);
        if (lines.length > 20) lines.shift();
        logLine(line);
      });
      if (await isReady(child, connection)) return child;
      // If SIGKILL ended only the postmaster, its child processes need some time to notice this and exit.
      if (Date.now() > until || !mayStartLater.test(lines.join("\n"))) {
        throw new StartError(`PostgreSQL did not start: ${lines.join(" | ") || "it printed nothing"}`);
      }
      await delay(200);
    }
  }

  function supervise(child: ChildProcess): void {
    child.once("exit", (code, signal) => {
      if (isStopping) return;
      log.error({ code, signal }, "PostgreSQL exited unexpectedly; restarting it");
      void relaunch();
    });
    // The process may have exited before the listener was added.
    if (child.exitCode !== null || child.signalCode !== null)
      child.emit("exit", child.exitCode, child.signalCode);
  }

  async function relaunch(): Promise<void> {
    for (let waitMs = 200; !isStopping; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        // If only the supervising shell was killed, PostgreSQL still runs.
        await stopLeftOver(home.clusterFolder, log);
        if (isStopping) return;
        running = await launch();
        if (isStopping) await stopPostgres(running, home.clusterFolder);
        else supervise(running);
        return;
      } catch (error) {
        log.error({ err: error }, "PostgreSQL did not restart; retrying");
        await delay(waitMs);
      }
    }
  }

  return {
    connection,
    clusterFolder: home.clusterFolder,
    async stop() {
      isStopping = true;
      await stopPostgres(running, home.clusterFolder);
      if (home.socketFolder !== home.clusterFolder)
        await rm(home.socketFolder, { recursive: true, force: true });
      await outsideLock?.release();
    },
  };
}

function spawnPostgres(
  home: PostgresHome,
  settings: Record<string, string>,
  otherProcess: number | null,
  onLine: (line: string) => void,
): ChildProcess {
  const socketFolders = `"${home.socketFolder.replaceAll('"', '""')}"`;
  const options = Object.entries({ ...settings, unix_socket_directories: socketFolders });
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      supervisorScript,
      "sh",
      join(home.binaryFolder, "postgres"),
      "-D",
      home.clusterFolder,
      ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    {
      ...(home.user ?? {}),
      // PostgreSQL gets its own session, so that Ctrl-C signals only this process, which stops PostgreSQL last.
      detached: true,
      // A working directory that PostgreSQL's user may enter.
      cwd: "/",
      env: {
        PATH: process.env["PATH"] ?? "/usr/bin:/bin",
        LC_ALL: "C",
        // The lock file names an unrelated process that reused the postmaster's ID. With this variable, which pg_ctl
        // also sets, PostgreSQL does not mistake that process for another postmaster. Deleting the lock file instead
        // would skip PostgreSQL's check for children of a killed postmaster.
        ...(otherProcess === null ? {} : { PG_GRANDPARENT_PID: String(otherProcess) }),
      },
      stdio: ["pipe", "ignore", "pipe"],
    },
  );
  child.stdin?.on("error", () => {});
  if (child.stderr) createInterface({ input: child.stderr }).on("line", onLine);
  return child;
}

async function isReady(child: ChildProcess, connection: pg.ClientConfig): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      await withClient({ ...connection, database: "postgres" }, async () => {});
      return true;
    } catch {
      await delay(20);
    }
  }
  return false;
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  await withClient({ ...connection, database: "postgres" }, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  });
}

async function createCluster({ user, binaryFolder, clusterFolder }: PostgresHome): Promise<void> {
  // The cluster gets its final name when it is complete, so that an interrupted start leaves no database.
  const draft = `${clusterFolder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await chmod(draft, 0o700);
  if (user) await chown(draft, user.uid, user.gid);
  const options = [
    "--username",
    ownerRole,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ];
  await runFile(join(binaryFolder, "initdb"), ["--pgdata", draft, ...options], {
    ...(user ?? {}),
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" },
  });
  await rename(draft, clusterFolder);
}

/** Returns the connection to a PostgreSQL that another process runs for this data folder; null if none is ready. */
export async function findRunningPostgres(
  dataFolder: string,
): Promise<EmbeddedPostgres["connection"] | null> {
  const clusterFolder = await findRecordedCluster(dataFolder);
  if (!clusterFolder || (await postmasterOf(clusterFolder)) === null) return null;
  // Line 5 of postmaster.pid is the socket's folder; line 8 is `ready` once the start is complete.
  const lines = (await readFile(join(clusterFolder, "postmaster.pid"), "utf8")).split("\n");
  if (lines[7]?.trim() !== "ready") return null;
  return { host: lines[4] as string, port: 5432, user: ownerRole, database: databaseName };
}

/**
 * Stops a PostgreSQL whose server no longer exists: the caller holds the lock of the data folder, so no server uses it.
 */
async function stopLeftOver(clusterFolder: string, log: Log): Promise<void> {
  const pid = await postmasterOf(clusterFolder);
  if (pid === null) return;
  log.warn({ pid }, "stopping a PostgreSQL whose parent process was killed");
  await stopPostmaster(pid, 10_000);
}

async function stopPostgres(child: ChildProcess, clusterFolder: string): Promise<void> {
  const pid = await postmasterOf(clusterFolder);
  // Closing the pipe makes the supervisor request a fast shutdown, as if this process had ended.
  child.stdin?.end();
  if (pid !== null) await stopPostmaster(pid, 2_000);
  while (child.exitCode === null && child.signalCode === null) await delay(10);
}
