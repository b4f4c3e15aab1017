import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runAudit } from "@reposo/server/features/audit/index.ts";
import { connectDatabase } from "@reposo/server/platform/postgres/database.ts";
import { findFreePort } from "@reposo/server/platform/config/ports.ts";
import pg from "pg";
import { makeBenchFolder } from "#bench-folder.ts";
import { type BenchChair, insertNetwork } from "#bench-network.ts";
import type { ChairsTask } from "./chairs-process.ts";
import { chairsSettled, until } from "./chairs-settled.ts";
import { type Child, startChild } from "#child-process.ts";
import { type Figure, printFigures } from "#figures.ts";
import type { ServerReady } from "#server-process.ts";
import { createStarter } from "#start/start-request.ts";

/**
 * Factor by which the chairs' clocks run faster. A massage of one minute takes 20 seconds, which is long enough to
 * start all massages before the server is killed, so that they end during or after the outage.
 */
const speed = 3;
const maxMegabytes = 300;
const maxSettleSeconds = 15;

interface ChairsBenchOptions {
  readonly chairs: number;
  /** Number of massages that run when the server is killed. */
  readonly running: number;
}

/**
 * Connects the given number of chairs to one server, then kills the server with its broker and database during
 * massages, and restarts it. Prints memory, durations, and losses.
 */
export async function runChairsBench({ chairs: count, running }: ChairsBenchOptions): Promise<void> {
  const folder = await makeBenchFolder();
  const settings = {
    DATA_DIR: join(folder, "data"),
    MQTT_PORT: String(await findFreePort("127.0.0.1")),
    PORT: String(await findFreePort("127.0.0.1")),
  };
  const startServer = () => startChild<ServerReady>("server-process.ts", { settings });
  let server = await startServer();
  let chairs: Child<unknown> | null = null;
  try {
    const figures: Figure[] = [];
    const empty = memoryOf(server.pid);
    await onDatabase(server, async (owner) => {
      const network = await insertNetwork(owner, 1);
      const addedChairs = await network.addChairs(count);
      const startMs = performance.now();
      const { mqttUrl } = server.ready;
      const task: ChairsTask = { mqttUrl, speed, chairs: addedChairs, echoes: [] };
      chairs = await startChild<unknown>("chairs/chairs-process.ts", task);
      await chairsSettled(owner, count);
      figures.push({
        name: `${count} chairs connect for the first time, settled after`,
        value: inSeconds(performance.now() - startMs),
      });
      // Measures the memory of an idle server, which is not processing new connections.
      await sleep(5_000);
      figures.push(memoryFigure("memory of the server with all of them", server.pid, empty.now));
      await startMassages(server, addedChairs.slice(0, running), network);
      await massagesStarted(owner, running);
    });

    const killed = performance.now();
    await server.kill();
    server = await startServer();
    const back = performance.now();
    await onDatabase(server, async (owner) => {
      await chairsSettled(owner, count);
      const online = performance.now();
      await massagesCompleted(owner, running);
      const over = performance.now();
      const settleSeconds = (online - back) / 1000;
      figures.push(
        {
          name: "from killing the server until the next one serves requests",
          value: inSeconds(back - killed),
        },
        {
          name: `reconnect storm of ${count} chairs, settled after`,
          value: inSeconds(online - back),
          goal: `≤ ${maxSettleSeconds} s`,
          met: settleSeconds <= maxSettleSeconds,
        },
        {
          name: `${running} massages that ran during the outage, all completed after`,
          value: inSeconds(over - back),
        },
        memoryFigure("memory of the server after the storm", server.pid, empty.now),
        await lossFigure(server, owner, running),
      );
    });
    printFigures(`${count} chairs on one server`, figures);
  } finally {
    await (chairs as Child<unknown> | null)?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function onDatabase<T>(server: Child<ServerReady>, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(server.ready.connection);
  // The benchmark kills the database together with the server, which closes this connection with an error.
  owner.on("error", () => {});
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end().catch(() => {});
  }
}

async function startMassages(
  server: Child<ServerReady>,
  chairs: readonly BenchChair[],
  { tokens, priceId }: { tokens: readonly string[]; priceId: string },
): Promise<void> {
  const starter = createStarter(server.ready.url);
  for (const { deviceId } of chairs) {
    const { orderId, code } = await starter.start({ token: tokens[0] as string, deviceId, priceId });
    if (orderId === null) throw new Error(`a start was refused with code ${code}`);
  }
  starter.close();
}

const massagesStarted = (owner: pg.Client, massages: number): Promise<void> =>
  until(`${massages} massages to run`, async () => {
    const { rows } = await owner.query<{ orders: string }>(
      "SELECT count(*) AS orders FROM orders WHERE status NOT IN ('paid', 'starting')",
    );
    return Number(rows[0]?.orders) >= massages;
  });

const massagesCompleted = (owner: pg.Client, massages: number): Promise<void> =>
  until(`${massages} massages to end`, async () => {
    const { rows } = await owner.query<{ orders: string }>(
      "SELECT count(*) AS orders FROM orders WHERE status = 'completed'",
    );
    return Number(rows[0]?.orders) >= massages;
  });

/** Returns a figure with the numbers of completed massages, recorded ends, and findings of the audit. */
async function lossFigure(server: Child<ServerReady>, owner: pg.Client, massages: number): Promise<Figure> {
  const { rows } = await owner.query<{ completed: string; finished: string }>(
    `SELECT (SELECT count(*) FROM orders WHERE status = 'completed') AS completed,
       (SELECT count(*) FROM chair_event WHERE type = 'finished') AS finished`,
  );
  const database = connectDatabase({ connection: server.ready.connection, poolSize: 1 });
  const findings = await runAudit(database);
  await database.destroy();
  const { completed, finished } = {
    completed: Number(rows[0]?.completed),
    finished: Number(rows[0]?.finished),
  };
  return {
    name: "massages completed, ends recorded, findings of the audit",
    value: `${completed}, ${finished}, ${findings.length}`,
    comparison: `${massages} started`,
    goal: "nothing lost",
    met: completed === massages && finished === massages && findings.length === 0,
  };
}

function memoryFigure(name: string, pid: number, emptyMebibytes: number): Figure {
  const { now, peak } = memoryOf(pid);
  return {
    name,
    value: `${now} MiB, ${peak} at most`,
    comparison: `${emptyMebibytes} MiB before any chair`,
    goal: `≤ ${maxMegabytes} MB`,
    met: now * 1.048_576 <= maxMegabytes,
  };
}

/** Returns the current and the maximum resident memory of a process in MiB. */
function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
