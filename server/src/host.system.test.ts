import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import mqtt from "mqtt";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { findRunningPostgres } from "./platform/postgres/embedded/embedded-postgres.ts";
import { processIdentity } from "./platform/processes/processes.ts";
import { cleanEnvironment } from "#test/processes/clean-environment.ts";
import { renewedCertificate, testCertificate, testKey } from "#test/network/broker-certificate.ts";
import { isFreePortLost } from "#test/network/quiet-port.ts";
import { makeTestFolder } from "#test/test-folder.ts";

interface Ready {
  url: string;
  publicUrl: string;
  mqttUrl: string;
  isNew: boolean;
}

/** All tests share one data folder, because creating its database takes most of a first start. */
let dataDir: string;
const folders: string[] = [];
async function startOnEmptyFolder(): Promise<void> {
  dataDir = await makeTestFolder("host");
  folders.push(dataDir);
  visits = 0;
}
const children: ChildProcess[] = [];
beforeAll(startOnEmptyFolder);
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  }
  await vi.waitUntil(() => processesOn(dataDir).length === 0, { timeout: 30_000 });
});

function spawnServer(env: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "..", "test", "processes", "hosted-process.ts")],
    {
      env: { ...cleanEnvironment(), PORT: "0", MQTT_PORT: "0", DATA_DIR: dataDir, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  children.push(child);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.err += chunk;
  });
  return { child, output };
}

async function startServer(env: Record<string, string> = {}): Promise<Ready & { child: ChildProcess }> {
  const { child, output } = spawnServer(env);
  const ended = once(child, "close").then(() => "ended");
  const firstOutput = vi.waitUntil(() => output.out.includes("\n"), { timeout: 30_000 });
  if ((await Promise.race([firstOutput, ended])) === "ended" && output.out === "") {
    firstOutput.catch(() => {});
    if (isFreePortLost(output.err)) return startServer(env);
    throw new Error(`exit ${child.exitCode}: ${output.err}`);
  }
  return { ...(JSON.parse(output.out) as Ready), child };
}

async function failToStart(env: Record<string, string> = {}): Promise<string> {
  const { child, output } = spawnServer(env);
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBe(1);
  expect(output.out).toBe("");
  return output.err;
}

const serialNumber = (pem: string): string => new X509Certificate(pem).serialNumber;

async function presentedSerialNumber(port: number): Promise<string> {
  const socket = connectTls({ port, host: "127.0.0.1", ca: [testCertificate, renewedCertificate] });
  await once(socket, "secureConnect");
  const { serialNumber: presented } = socket.getPeerCertificate();
  socket.destroy();
  return presented;
}

/** Returns the IDs of live processes whose command line contains the folder. */
function processesOn(folder: string): number[] {
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" }).split("\n");
  const ids = lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10));
  return ids.filter((id) => processIdentity(id) !== null);
}

let visits = 0;
/** Adds a row to the database. @returns whether the database contains every row added before */
async function visit(url: string): Promise<boolean> {
  const before = visits;
  const response = await fetch(`${url}/visits`);
  expect(response.status).toBe(200);
  ({ visits } = (await response.json()) as { visits: number });
  return visits === before + 1;
}

async function stopWithin5Seconds(child: ChildProcess, ...signals: NodeJS.Signals[]): Promise<void> {
  const ranMs = watchTime();
  const exited = once(child, "exit");
  for (const signal of signals) child.kill(signal);
  expect(await exited).toEqual([0, null]);
  expect(ranMs()).toBeLessThan(5_000);
}

/** Returns a function that measures elapsed time, in which a stall of the machine counts as at most 250 ms. */
function watchTime(): () => number {
  let ranMs = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    ranMs += Math.min(now - last, 250);
    last = now;
  };
  const ticking = setInterval(tick, 25);
  return () => {
    clearInterval(ticking);
    tick();
    return ranMs;
  };
}

/** Expects that PostgreSQL has exited, and that its supervisors exit as soon as they are scheduled. */
async function expectCleanShutdown(): Promise<void> {
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  await expect.poll(() => processesOn(dataDir)).toEqual([]);
}

describe("a server", () => {
  it("starts without data, responds, and stops completely on a signal, even if it is sent twice", async () => {
    await startOnEmptyFolder();
    const first = await startServer();
    expect(first).toMatchObject({ isNew: true, publicUrl: first.url });
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await visit(first.url)).toBe(true);
    expect(processesOn(dataDir).length).toBeGreaterThan(0);
    await stopWithin5Seconds(first.child, "SIGINT", "SIGINT");
    await expectCleanShutdown();

    const second = await startServer();
    expect(await visit(second.url)).toBe(true);
    await stopWithin5Seconds(second.child, "SIGTERM");
    await expectCleanShutdown();
  });

  it("stops within 5 s even if clients keep their connections open", async () => {
    const { child, url } = await startServer();
    const { hostname, port } = new URL(url);
    const held = connect(Number(port), hostname);
    held.on("error", () => {});
    await once(held, "connect");
    held.write("GET /visits HTTP/1.1\r\nHost: x\r\n");
    await stopWithin5Seconds(child, "SIGTERM");
    expect(child.exitCode).toBe(0);
    await expectCleanShutdown();
  });

  it("reads the certificate of MQTT again at SIGHUP, keeps connections, and ignores an invalid one", async () => {
    const files = { MQTT_TLS_KEY: join(dataDir, "key.pem"), MQTT_TLS_CERT: join(dataDir, "cert.pem") };
    await writeFile(files.MQTT_TLS_KEY, testKey);
    await writeFile(files.MQTT_TLS_CERT, testCertificate);
    const { child, url, mqttUrl } = await startServer({ ...files, MQTT_TLS_PORT: "0" });
    const login = { clientId: "MC100001", username: "MC100001", password: "right", reconnectPeriod: 0 };
    const chair = await mqtt.connectAsync(mqttUrl, { ...login, ca: testCertificate }, false);
    const port = Number(new URL(mqttUrl).port);

    await writeFile(files.MQTT_TLS_CERT, renewedCertificate);
    child.kill("SIGHUP");
    await expect.poll(() => presentedSerialNumber(port)).toBe(serialNumber(renewedCertificate));
    await writeFile(files.MQTT_TLS_CERT, "not a certificate");
    child.kill("SIGHUP");
    await visit(url);
    expect(await presentedSerialNumber(port)).toBe(serialNumber(renewedCertificate));
    expect(chair.connected).toBe(true);
    await chair.endAsync();
    await stopWithin5Seconds(child, "SIGTERM");
  });

  it("continues after a kill -9, after which its database stops without it", async () => {
    const { child, url } = await startServer();
    expect(await visit(url)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    const next = await startServer();
    expect(await visit(next.url)).toBe(true);
  });

  it("continues after a kill -9 of all processes except PostgreSQL, which it finds and stops", async () => {
    const { child, url } = await startServer();
    expect(await visit(url)).toBe(true);
    const postmaster = Number(
      (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0],
    );
    // The shells between server and PostgreSQL stop PostgreSQL when the server exits, so they are killed first. The
    // server is stopped before, because it reacts to the exit of a shell.
    child.kill("SIGSTOP");
    const remainingProcesses = processesOn(dataDir).filter((pid) => pid !== postmaster && pid !== child.pid);
    for (const pid of remainingProcesses) process.kill(pid, "SIGKILL");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(processIdentity(postmaster)).not.toBeNull();
    const next = await startServer();
    expect(processIdentity(postmaster)).toBeNull();
    expect(await visit(next.url)).toBe(true);
  });

  it("[G-12] explains what to do with a copy of its folder, and neither migrates nor changes the original", async () => {
    await startOnEmptyFolder();
    const { url } = await startServer();
    expect(await visit(url)).toBe(true);
    const owner = new pg.Client((await findRunningPostgres(dataDir)) ?? {});
    await owner.connect();
    try {
      await owner.query("CHECKPOINT");
      const copies = await makeTestFolder("copy");
      folders.push(copies);
      const copy = join(copies, "data");
      execFileSync("cp", ["-a", dataDir, copy]);
      // The newest migration is removed, so that a server that uses this database by mistake would migrate it.
      const { rows: newest } = await owner.query<{ row: string }>(
        "DELETE FROM schema_migration WHERE name = (SELECT max(name) FROM schema_migration) RETURNING to_jsonb(schema_migration)::text AS row",
      );
      const migrations = async () =>
        (await owner.query<{ count: number }>("SELECT count(*)::int FROM schema_migration")).rows[0]?.count;
      const left = await migrations();

      expect(await failToStart({ DATA_DIR: copy })).toMatch(
        new RegExp(
          `^reposo: data folder ${copy} was copied from ${dataDir} while process \\d+ used it, .*stop that process and copy`,
        ),
      );
      expect([await visit(url), await migrations()]).toEqual([true, left]);

      // The copy is used like an atomic snapshot: its postmaster.pid still contains the process ID of the original's
      // PostgreSQL.
      await rm(join(copy, "owner.lock"));
      const snapshot = await startServer({ DATA_DIR: copy });
      visits = 1;
      expect(await visit(snapshot.url)).toBe(true);
      visits = 2;
      expect([await visit(url), await migrations()]).toEqual([true, left]);
      snapshot.child.kill("SIGTERM");
      await once(snapshot.child, "exit");
      await vi.waitUntil(() => processesOn(copy).length === 0, { timeout: 30_000 });
      expect(await visit(url)).toBe(true);
      // The removed migration is restored, because later tests start servers on the original.
      await owner.query(
        "INSERT INTO schema_migration SELECT * FROM jsonb_populate_record(NULL::schema_migration, $1::jsonb)",
        [newest[0]?.row],
      );
    } finally {
      await owner.end();
    }
  });

  it("reports to a second server on the same folder which process uses the folder", async () => {
    const { child, url } = await startServer();
    expect(await failToStart()).toMatch(
      new RegExp(
        `^reposo: data folder .+ is in use by process ${child.pid} \\(.+\\); stop it, .+ DATA_DIR\n$`,
      ),
    );
    expect(await visit(url)).toBe(true);
  });

  it.each([
    ["PORT", /^reposo: port \d+ on 127\.0\.0\.1 is used by another program; choose another with PORT\n$/],
    [
      "MQTT_PORT",
      /^reposo: port \d+ on 127\.0\.0\.1 is used by another program; .+ with MQTT_PORT or MQTT_TLS_PORT\n$/,
    ],
  ])(
    "reports that a port is in use and that %s chooses another, and leaves nothing behind",
    async (setting, line) => {
      const taken = createServer().listen(0, "127.0.0.1");
      await once(taken, "listening");
      expect(await failToStart({ [setting]: String((taken.address() as { port: number }).port) })).toMatch(
        line,
      );
      await expectCleanShutdown();
      taken.close();
    },
  );

  it.each([
    [{ PORT: "x" }, /^reposo: setting PORT must be a whole number from 0 to 65535\n$/],
    [
      { DATABASE_URL: `postgres:///none?user=reposo&host=${encodeURIComponent(inject("postgres").host)}` },
      /^reposo: setting DATABASE_URL: cannot connect to the database: database "none" does not exist\n$/,
    ],
    [{ HOST: "203.0.113.7" }, /^reposo: setting HOST names no address of this machine\n$/],
    [
      { DATA_DIR: import.meta.filename },
      /^reposo: setting DATA_DIR: .+host\.system\.test\.ts cannot be used: it is not a folder; choose .+\n$/,
    ],
    [
      { FILES_DIR: join(import.meta.filename, "files") },
      /^reposo: setting FILES_DIR: .+ cannot be used: it is not a folder; choose .+\n$/,
    ],
    [
      { MQTT_TLS_KEY: "/none", MQTT_TLS_CERT: "/none" },
      /^reposo: setting MQTT_TLS_KEY names a file that cannot be read: .+\n$/,
    ],
    [
      { MQTT_TLS_KEY: import.meta.filename, MQTT_TLS_CERT: import.meta.filename },
      /^reposo: setting MQTT_TLS_KEY or MQTT_TLS_CERT is invalid; .+ in PEM format: .+\n$/,
    ],
  ])("stops with one line that names the invalid setting: %o", async (env, line) => {
    expect(await failToStart(env as Record<string, string>)).toMatch(line);
  });

  it("uses the database and the broker of another server, with that server's broker secret", async () => {
    const first = await startServer();
    const secret = (await readFile(join(dataDir, "broker-secret"), "utf8")).trim();
    const socketFolder = encodeURIComponent(join(dataDir, "postgres"));
    const otherData = await makeTestFolder("host");
    const second = await startServer({
      DATA_DIR: otherData,
      DATABASE_URL: `postgres:///reposo?user=reposo&host=${socketFolder}`,
      MQTT_URL: first.mqttUrl.replace("mqtt://", `mqtt://reposo-server:${secret}@`),
      PUBLIC_URL: "https://chairs.example.com",
    });
    expect(second.publicUrl).toBe("https://chairs.example.com");
    expect(await visit(first.url)).toBe(true);
    expect(await visit(second.url)).toBe(true);
    const joined = (await (await fetch(`${second.url}/mqtt`)).json()) as {
      url: string;
      username: string;
      password: string;
    };
    const client = await mqtt.connectAsync(joined.url, { ...joined, clientId: "reposo-server-2" });
    await client.endAsync();
    await stopWithin5Seconds(second.child, "SIGTERM");
    expect(await visit(first.url)).toBe(true);
    await rm(otherData, { recursive: true });
  });

  it("accepts chairs that the application authenticates", async () => {
    const { mqttUrl } = await startServer();
    const chair = (password: string) =>
      mqtt.connectAsync(
        mqttUrl,
        { clientId: "MC100001", username: "MC100001", password, reconnectPeriod: 0 },
        false,
      );
    await expect(chair("wrong")).rejects.toThrow("Bad username or password");
    await (await chair("right")).endAsync();
  });
});
