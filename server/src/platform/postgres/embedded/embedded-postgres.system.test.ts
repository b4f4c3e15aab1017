/* oxlint-disable vitest/no-conditional-tests -- some cases exist for root only */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connectDatabase } from "#platform/postgres/database.ts";
import { lockFolder } from "#platform/files/data-folder.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { createLog, silentLog } from "#platform/logging/log.ts";
import { findPostgresHome, findRecordedCluster, postgresUser, reachableBinaries } from "./postgres-home.ts";
import { withClient } from "#platform/postgres/with-client.ts";
import { processIdentity } from "#platform/processes/processes.ts";

let base: string;
/** A data folder with a cluster, for tests of anything but the creation of a cluster. */
let created: string;
const running: EmbeddedPostgres[] = [];

async function makeBase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "reposo postgres "));
  await chmod(folder, 0o711);
  return folder;
}

beforeAll(async () => {
  created = join(await makeBase(), "data");
  await (await start(created)).stop();
});
afterAll(() => rm(dirname(created), { recursive: true, force: true }));
beforeEach(async () => {
  base = await makeBase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  await rm(base, { recursive: true, force: true });
});

/**
 * Runs the script as `user` and returns its output. If other users cannot read the repository, because it is inside a home
 * folder, a bind mount makes it available at a path that the user can reach.
 */
async function runAs(user: { uid: number; gid: number }, dataFolder: string): Promise<string> {
  const run = promisify(execFile);
  const root = join(import.meta.dirname, "..", "..", "..", "..", "..");
  const script = join("server", "test", "processes", "postgres-process.ts");
  const readScript = `fs.accessSync(${JSON.stringify(join(root, script))})`;
  const isReached = await run(process.execPath, ["-e", readScript], { ...user, cwd: "/" }).then(
    () => true,
    () => false,
  );
  if (isReached)
    return (await run(process.execPath, [join(root, script), dataFolder], { ...user, cwd: "/" })).stdout;
  const reached = join(base, "repository");
  await mkdir(reached);
  const asUser = `mount --bind "$1" "$2" && cd "$2" && exec setpriv --reuid="$3" --regid="$4" --clear-groups "$5" "$6" "$7"`;
  const places = [root, reached, String(user.uid), String(user.gid), relative(root, process.execPath)];
  return (await run("unshare", ["--mount", "sh", "-c", asUser, "sh", ...places, script, dataFolder])).stdout;
}

async function start(dataFolder: string, settings: Record<string, string> = { fsync: "off" }) {
  if (!existsSync(dataFolder)) await (await lockFolder(dataFolder)).release();
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silentLog, settings });
  running.push(postgres);
  return postgres;
}

/** Copies the cluster into a new data folder. */
async function copyCluster(dataFolder: string): Promise<void> {
  await (await lockFolder(dataFolder)).release();
  execFileSync("cp", ["-a", join(created, "postgres"), dataFolder]);
}

async function startCopy(dataFolder: string): Promise<EmbeddedPostgres> {
  await copyCluster(dataFolder);
  return start(dataFolder);
}

async function runQuery<T>(postgres: EmbeddedPostgres, query: string): Promise<T[]> {
  const database = connectDatabase({ connection: postgres.connection, poolSize: 1 });
  try {
    return (await sql.raw<T>(query).execute(database)).rows;
  } finally {
    await database.destroy();
  }
}

const postmasterPid = async (postgres: EmbeddedPostgres) =>
  Number((await readFile(join(postgres.clusterFolder, "postmaster.pid"), "utf8")).split("\n")[0]);

/** Starts an unsupervised PostgreSQL, as it remains after a server and its supervisor were killed. */
async function leaveRunning(dataFolder: string): Promise<number> {
  const { binaryFolder, clusterFolder, socketFolder, user } = await findPostgresHome(dataFolder);
  const settings = ["-c", "listen_addresses=", "-c", `unix_socket_directories="${socketFolder}"`];
  const left = spawn(join(binaryFolder, "postgres"), ["-D", clusterFolder, ...settings], {
    ...(user ?? {}),
    cwd: "/",
    stdio: "ignore",
    detached: true,
  });
  left.unref();
  const status = () => readFile(join(clusterFolder, "postmaster.pid"), "utf8").catch(() => "");
  await vi.waitFor(async () => expect(await status()).toContain("ready"), { timeout: 30_000 });
  return left.pid as number;
}

it("is durable, inaccessible from the network and to other users, and inside the data folder", async () => {
  const postgres = await start(join(base, "data"), {});
  expect(postgres.clusterFolder).toBe(join(base, "data", "postgres"));
  const settings = await runQuery<{ name: string; setting: string }>(
    postgres,
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes',
       'listen_addresses', 'unix_socket_permissions', 'data_checksums') ORDER BY name`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: "on",
    fsync: "on",
    full_page_writes: "on",
    listen_addresses: "",
    synchronous_commit: "on",
    unix_socket_permissions: "0700",
  });
  expect(await runQuery(postgres, "SELECT lower('ÉTÉ 廣場') AS lowercased")).toEqual([
    { lowercased: "été 廣場" },
  ]);
});

it("keeps its data across restarts, and stops completely", async () => {
  const first = await startCopy(join(base, "data"));
  await runQuery(first, "CREATE TABLE kept AS SELECT 7 AS value");
  const pid = await postmasterPid(first);
  await first.stop();
  expect(processIdentity(pid)).toBeNull();
  expect(await runQuery(await start(join(base, "data")), "SELECT value FROM kept")).toEqual([{ value: 7 }]);
});

it("logs a slow statement of several lines in one shortened line, without its parameters", async () => {
  const lines: string[] = [];
  const log = createLog(
    "warn",
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push((JSON.parse(String(chunk)) as { line: string }).line);
        done();
      },
    }),
  );
  const postgres = await startEmbeddedPostgres({ dataFolder: created, log });
  running.push(postgres);
  await withClient(postgres.connection, async (client) => {
    await client.query("SELECT $1::text", ["quick"]);
    await client.query("SELECT pg_sleep(1.1),\n  $1::text", ["private"]);
    await client.query(`\n  SELECT pg_sleep(1.1)${",\n  'one more column'".repeat(300)}`);
  });
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
  await postgres.stop();
  expect(lines).toEqual([
    expect.stringMatching(/duration: \d{4,}\.\d+ ms .*: SELECT pg_sleep\(1\.1\), \$1::text$/),
    expect.stringMatching(
      /^.{30,80} duration: \d{4,}\.\d+ ms .*: SELECT pg_sleep\(1\.1\), 'one more column', .*…$/,
    ),
  ]);
  expect(lines[1]?.length).toBeLessThan(600);
});

it("restarts by itself when PostgreSQL is killed", async () => {
  const postgres = await startCopy(join(base, "data"));
  const pid = await postmasterPid(postgres);
  process.kill(pid, "SIGKILL");
  await vi.waitFor(async () => expect(await runQuery(postgres, "SELECT 1 AS one")).toEqual([{ one: 1 }]), {
    timeout: 30_000,
  });
  expect(await postmasterPid(postgres)).not.toBe(pid);
});

it("replaces a PostgreSQL whose supervising shell is killed", async () => {
  const postgres = await startCopy(join(base, "data"));
  const pid = await postmasterPid(postgres);
  const { stdout } = await promisify(execFile)("ps", ["-o", "ppid=", "-p", String(pid)]);
  process.kill(Number(stdout), "SIGKILL");
  await vi.waitFor(async () => expect(await postmasterPid(postgres)).not.toBe(pid), { timeout: 30_000 });
  await vi.waitFor(async () => expect(await runQuery(postgres, "SELECT 1 AS one")).toEqual([{ one: 1 }]), {
    timeout: 30_000,
  });
  expect(processIdentity(pid)).toBeNull();
});

it("stops the PostgreSQL that a killed server left running, but no other process with the same ID", async () => {
  const dataFolder = join(base, "data");
  await copyCluster(dataFolder);
  const pid = await leaveRunning(dataFolder);
  const next = await start(dataFolder);
  expect(processIdentity(pid)).toBeNull();
  expect(await runQuery(next, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await next.stop();

  const lines = (await readFile(join(next.clusterFolder, "PG_VERSION"), "utf8")).trim();
  // PostgreSQL never mistakes a process of another user for a postmaster, so this process runs as the same user.
  const { uid, gid } = await stat(next.clusterFolder);
  const otherProcess = spawn("sleep", ["60"], { uid, gid, stdio: "ignore" });
  await once(otherProcess, "spawn");
  try {
    await writeFile(
      join(next.clusterFolder, "postmaster.pid"),
      `${otherProcess.pid}\n${next.clusterFolder}\n${lines}\n`,
    );
    const again = await start(dataFolder);
    expect(await runQuery(again, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(otherProcess.exitCode ?? otherProcess.signalCode).toBeNull();
  } finally {
    otherProcess.kill();
  }
});

it("starts after creating a cluster was interrupted", async () => {
  await mkdir(join(base, "data", "postgres.new", "base"), { recursive: true });
  await writeFile(join(base, "data", "postgres.new", "PG_VERSION"), "18\n");
  expect(await runQuery(await start(join(base, "data")), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

it("places the socket elsewhere if its path is too long, and removes it when stopped", async () => {
  const postgres = await startCopy(join(base, "a long name ".repeat(12).trim(), "data"));
  const { host } = postgres.connection;
  expect(host.length).toBeLessThan(100);
  expect(await runQuery(postgres, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await postgres.stop();
  expect(existsSync(host)).toBe(false);
});

// Only root runs PostgreSQL as another user, who may lack access to the data folder.
if (process.getuid?.() === 0) {
  const outsideFolders: string[] = [];
  afterEach(async () => {
    for (const folder of outsideFolders.splice(0)) {
      await rm(folder, { recursive: true, force: true });
      await rm(`${folder}.owner`, { recursive: true, force: true });
    }
  });

  it("as root, creates the cluster outside of a data folder that other users cannot reach, and finds it again", async () => {
    await chmod(base, 0o700);
    const dataFolder = join(base, "data");
    const first = await start(dataFolder);
    outsideFolders.push(first.clusterFolder);
    expect(first.clusterFolder.startsWith(base)).toBe(false);
    expect(await findRecordedCluster(dataFolder)).toBe(first.clusterFolder);
    await runQuery(first, "CREATE TABLE kept AS SELECT 7 AS value");
    // A copy of the data folder refers to the same cluster.
    await cp(dataFolder, `${dataFolder} copy`, { recursive: true });
    await expect(start(`${dataFolder} copy`)).rejects.toThrow(
      `data folder ${dataFolder} copy is a copy of ${dataFolder}, whose database lies in`,
    );
    await first.stop();
    // After the parent folder has become accessible, the data folder still refers to the same database.
    await chmod(base, 0o711);
    const again = await start(dataFolder);
    expect(await runQuery(again, "SELECT value FROM kept")).toEqual([{ value: 7 }]);
    await again.stop();
    // Without the recorded location outside of the data folder, the next cluster is created inside.
    await rm(first.clusterFolder, { recursive: true });
    await rm(join(dataFolder, "postgres-home"));
    await rm(join(dataFolder, "postgres-home-folder"));
    expect((await start(dataFolder)).clusterFolder).toBe(join(dataFolder, "postgres"));
  });

  it("as root, does not create a new database if the existing database has become unreachable", async () => {
    await copyCluster(join(base, "data"));
    await chmod(base, 0o700);
    await expect(start(join(base, "data"))).rejects.toThrow("cannot be reached by the user");
  });

  it("as root, copies binaries that PostgreSQL's user cannot reach to a folder where the user can run them", async () => {
    const user = postgresUser();
    const { binaryFolder } = await findPostgresHome(tmpdir());
    const origin = join(base, "package", "native");
    await cp(dirname(binaryFolder), origin, { recursive: true, verbatimSymlinks: true });
    const version = `0.0.0-test-${process.pid}`;
    await writeFile(join(base, "package", "package.json"), JSON.stringify({ version }));
    expect(await reachableBinaries(join(origin, "bin"), user)).toBe(join(origin, "bin"));
    await chmod(base, 0o700);
    const copies = await Promise.all([1, 2].map(() => reachableBinaries(join(origin, "bin"), user)));
    outsideFolders.push(dirname(copies[0] as string));
    expect(copies[0]).toBe(copies[1]);
    expect(copies[0]).toContain(version);
    const output = execFileSync(join(copies[0] as string, "postgres"), ["--version"], {
      ...user,
      cwd: "/",
      encoding: "utf8",
    });
    expect(output).toContain("PostgreSQL");
  });

  it("also runs as a user other than root", async () => {
    const user = postgresUser();
    const dataFolder = join(base, "data");
    await mkdir(dataFolder);
    await chown(dataFolder, user.uid, user.gid);
    const stdout = await runAs(user, dataFolder);
    expect(stdout.trim()).toBe(join(dataFolder, "postgres"));
  });
}
