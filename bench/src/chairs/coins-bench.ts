import { rm } from "node:fs/promises";
import { join } from "node:path";
import { relaxedLimits } from "@reposo/server/test/app/relaxed-limits.ts";
import { runAudit } from "@reposo/server/features/audit/index.ts";
import { findFreePort } from "@reposo/server/platform/config/ports.ts";
import { connectDatabase } from "@reposo/server/platform/postgres/database.ts";
import pg from "pg";
import { makeBenchFolder } from "#bench-folder.ts";
import { insertNetwork } from "#bench-network.ts";
import { type Child, startChild } from "#child-process.ts";
import { formatRate, type Figure, inPercent, printFigures } from "#figures.ts";
import type { ServerReady } from "#server-process.ts";
import { measureMinimalInserts } from "./minimal-inserts.ts";
import { coinMinor } from "./coin-load.ts";
import type { CoinChairsTask } from "./coin-chairs-process.ts";
import type { CoinsReady, CoinsTask, GatewayReady } from "./coins-process.ts";

/** Target for the coins per second. */
const minCoins = 20_000;
/** Target for the coins per second, compared with the minimal batched insert. */
const minRatio = 0.5;

interface CoinsBenchOptions {
  /** Number of chairs of each measurement. */
  readonly coinChairs: number;
  /** Number of runs of each chair. */
  readonly runs: number;
}

/**
 * Measures how many coins per second the product stores and books when chairs reconnect after an outage. In one
 * measurement, chairs send events through the broker. In another, the events of other chairs are passed directly to the
 * server's chair gateway, and the result is compared with a minimal batched insert into the same database. Prints the
 * figures.
 */
export async function runCoinsBench({ coinChairs, runs }: CoinsBenchOptions): Promise<void> {
  const folder = await makeBenchFolder();
  const settings = {
    DATA_DIR: join(folder, "data"),
    MQTT_PORT: String(await findFreePort("127.0.0.1")),
    PORT: String(await findFreePort("127.0.0.1")),
    ...relaxedLimits,
  };
  const children: Child<unknown>[] = [];
  const start = async <Ready>(file: string, task: unknown): Promise<Child<Ready>> => {
    const child = await startChild<Ready>(file, task);
    children.push(child);
    return child;
  };
  try {
    const server = await start<ServerReady>("server-process.ts", { settings });
    const owner = new pg.Client(server.ready.connection);
    // If a later step fails, the database stops while this connection is open, which then emits an error.
    owner.on("error", () => {});
    await owner.connect();
    const network = await insertNetwork(owner, 1);
    const ofBroker = await network.addChairs(coinChairs);
    const ofGateway = await network.addChairs(coinChairs);
    const coins = coinChairs * runs * 4;
    const minimal = await measureMinimalInserts(owner, { coins, withLedger: false });
    const minimalWithLedger = await measureMinimalInserts(owner, { coins, withLedger: true });
    const task: CoinChairsTask = { mqttUrl: server.ready.mqttUrl, chairs: ofBroker, runs };
    const sent = await start<CoinsReady>("chairs/coin-chairs-process.ts", task);
    await sent.stop();
    await owner.end().catch(() => {});
    // The next process hosts the server on the same data folder.
    await server.stop();

    const gatewayTask: CoinsTask = { settings, chairs: ofGateway, runs };
    const gateway = await start<GatewayReady>("chairs/coins-process.ts", gatewayTask);
    const perSecond = (gateway.ready.coins * 1000) / gateway.ready.ms;
    const books = await readBooks(server.ready.connection);
    const expected = gateway.ready.coins + sent.ready.coins;
    const figures: Figure[] = [
      {
        name: "coins passed to the gateway, stored and booked",
        value: formatRate(perSecond),
        comparison: `${formatRate((gateway.ready.events * 1000) / gateway.ready.ms)} events with starts and ends of runs`,
        goal: `≥ ${minCoins}/s`,
        met: perSecond >= minCoins,
      },
      {
        name: "… compared with a minimal batched insert of their events",
        value: formatRate(perSecond),
        comparison: `minimal ${formatRate(minimal.perSecond)}`,
        ratio: inPercent(perSecond / minimal.perSecond),
        goal: `≥ ${inPercent(minRatio)}`,
        met: perSecond / minimal.perSecond >= minRatio,
      },
      {
        name: "… compared with the same insert with a row like a ledger entry",
        value: formatRate(perSecond),
        comparison: `minimal ${formatRate(minimalWithLedger.perSecond)}`,
        ratio: inPercent(perSecond / minimalWithLedger.perSecond),
      },
      {
        name: "CPU time of a coin passed to the gateway",
        value: `server ${inMicroseconds(gateway.ready.serverMs)}, database ${inMicroseconds(gateway.ready.databaseMs)}`,
        comparison: `minimal ${inMicroseconds(minimal.cpuMs)}, with ledger ${inMicroseconds(minimalWithLedger.cpuMs)}`,
        ratio: inPercent(minimal.cpuMs / (gateway.ready.serverMs + gateway.ready.databaseMs)),
      },
      {
        name: "coins through the broker, stored and booked",
        value: formatRate((sent.ready.coins * 1000) / sent.ready.ms),
        ratio: inPercent(sent.ready.coins / sent.ready.ms / (gateway.ready.coins / gateway.ready.ms)),
      },
      {
        name: "ledger entries, their sum, orders, findings of the audit",
        value: `${books.entries}, ${books.amount}, ${books.orders}, ${books.findings}`,
        comparison: `${expected} coins, ${expected * coinMinor}, ${2 * coinChairs * runs} runs`,
        goal: "exact",
        met:
          books.entries === expected &&
          books.amount === expected * coinMinor &&
          books.orders === 2 * coinChairs * runs &&
          books.findings === 0,
      },
    ];
    printFigures(`${coinChairs} chairs with ${runs} runs of four coins each, twice`, figures);
  } finally {
    for (const child of children.toReversed()) await child.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the number and sum of the ledger entries of coins, and the numbers of their orders and of audit findings. */
async function readBooks(connection: ServerReady["connection"]) {
  const database = connectDatabase({ connection, poolSize: 1 });
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ entries: string; amount: string; orders: string }>(
    `SELECT count(*) AS entries, sum(amount_minor) AS amount, count(DISTINCT order_id) AS orders
     FROM ledger_entry WHERE source = 'coin'`,
  );
  await client.end();
  const findings = await runAudit(database);
  await database.destroy();
  return {
    entries: Number(rows[0]?.entries),
    amount: Number(rows[0]?.amount),
    orders: Number(rows[0]?.orders),
    findings: findings.length,
  };
}

const inMicroseconds = (ms: number): string => `${(ms * 1000).toFixed(0)} µs`;
