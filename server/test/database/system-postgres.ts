import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, readdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { vi } from "vitest";
import { postgresUser } from "#platform/postgres/embedded/postgres-home.ts";

const runFile = promisify(execFile);

/** The installed PostgreSQL, whose version differs from the embedded one, as an external database of an operator. */
export interface SystemPostgres {
  readonly socketFolder: string;
  /** Runs a statement as the administrator: a superuser who needs no password. */
  administer(statement: string, database?: string): Promise<void>;
  urlOf(database: string, user?: string): string;
  /** Runs a program of PostgreSQL, such as pg_dump, as PostgreSQL's user. */
  run(program: string, ...args: string[]): Promise<string>;
  /** Kills all processes at the same time, as a crash of the machine would, but without losing written data. */
  kill(): Promise<void>;
  /** Starts PostgreSQL after `kill`; resolves when it has recovered. */
  start(): Promise<void>;
  /** Replaces the cluster with a new, empty cluster at the same address. */
  recreate(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Shell script that stops PostgreSQL when its standard input is closed, which also happens when the test runner is
 * killed.
 */
const databaseHolder = `"$@" </dev/null & postgres=$!; read -r _; kill -INT $postgres; wait $postgres`;

export async function startSystemPostgres(folder: string): Promise<SystemPostgres> {
  const binaries = await findBinaries();
  const user = process.getuid?.() === 0 ? postgresUser() : null;
  const as = { ...(user ?? {}), cwd: "/" };
  await mkdir(folder, { mode: 0o700, recursive: true });
  if (user) await chown(folder, user.uid, user.gid);
  let clusters = 0;
  const clusterFolder = () => join(folder, `cluster-${clusters}`);
  const run = async (program: string, ...args: string[]) =>
    (await runFile(join(binaries, program), args, { ...as, maxBuffer: 64 * 1024 * 1024 })).stdout;
  const createCluster = async () => {
    clusters += 1;
    const options = ["--username=admin", "--auth=trust", "--encoding=UTF8", "--no-locale"];
    await run("initdb", "-D", clusterFolder(), ...options);
  };
  await createCluster();
  const options = ["listen_addresses=", `unix_socket_directories="${folder}"`, "fsync=off"];
  const spawnPostgres = () =>
    spawn(
      "/bin/sh",
      [
        "-c",
        databaseHolder,
        "sh",
        join(binaries, "postgres"),
        "-D",
        clusterFolder(),
        ...options.flatMap((one) => ["-c", one]),
      ],
      { ...as, stdio: ["pipe", "ignore", "ignore"], detached: true },
    );
  let child = spawnPostgres();
  const administer = async (statement: string, database = "postgres") => {
    const client = new pg.Client({ host: folder, user: "admin", database });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const accepts = (timeout: number) => vi.waitFor(() => administer("SELECT 1"), { timeout });
  await accepts(60_000);
  async function kill(): Promise<void> {
    const exited = once(child, "exit");
    // Kills the shell and the postmaster. PostgreSQL's other processes are in separate process groups and end by
    // themselves.
    process.kill(-(child.pid as number), "SIGKILL");
    await exited;
  }

  async function start(): Promise<void> {
    // Retries, because PostgreSQL refuses to start while processes of the killed server still use its shared memory.
    for (let tries = 0; tries < 10; tries += 1) {
      await delay(300);
      child = spawnPostgres();
      if (
        await accepts(5_000).then(
          () => true,
          () => false,
        )
      )
        return;
      process.kill(-(child.pid as number), "SIGKILL");
    }
    throw new Error("PostgreSQL did not start again");
  }

  async function stop(): Promise<void> {
    const exited = once(child, "exit");
    child.stdin.end();
    await exited;
  }

  return {
    socketFolder: folder,
    administer,
    urlOf: (database, name = "admin") =>
      `postgres:///${database}?host=${encodeURIComponent(folder)}&user=${name}`,
    run,
    kill,
    start,
    async recreate() {
      await stop();
      await createCluster();
      await start();
    },
    stop,
  };
}

/** Returns the folder of the programs of the installed PostgreSQL. */
export async function findBinaries(): Promise<string> {
  const named = process.env["POSTGRES_INITDB_PATH"];
  // The setting may be a link to one program; the other programs are in the folder of the link's target.
  if (named) return dirname(await realpath(named));
  const debian = "/usr/lib/postgresql";
  const [newest] = (await readdir(debian).catch(() => [])).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined)
    throw new Error("no PostgreSQL of the system: install it, or name its initdb in POSTGRES_INITDB_PATH");
  return join(debian, newest, "bin");
}
