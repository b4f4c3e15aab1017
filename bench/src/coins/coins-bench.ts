import { runAudit } from "@reposo/server/features/audit/index.ts";
import { connectDatabase } from "@reposo/server/platform/postgres/database.ts";
import pg from "pg";
import { insertNetwork } from "#bench-network.ts";
import { startChild } from "#child-process.ts";
import { cpuPerItem, readCpuTime } from "#cpu-time.ts";
import { formatRate, type Figure, inMs, inPercent, printFigures } from "#figures.ts";
import type { ServerReady } from "#server-process.ts";
import { coinMinor, coinsOfRun } from "./coin-backlogs.ts";
import type { CoinChairsTask, CoinsReady } from "./coin-chairs-process.ts";
import { measureMinimalInserts } from "./minimal-inserts.ts";

/** Target for the coins per second: 60 times what 5,000 chairs produce. */
const minCoins = 5_000;

/**
 * Measures how many coins per second the product stores and books when chairs reconnect after an outage and send their
 * events through the broker, beside a batched insert of the coins' events and ledger entries and nothing else.
 */
export async function runCoinsBench({
  chairs,
  runs,
}: {
  readonly chairs: number;
  /** Runs of each chair, each with its start, its end, and four coins. */
  readonly runs: number;
}): Promise<void> {
  const server = await startChild<ServerReady>("server-process.ts", { settings: {} });
  const owner = new pg.Client(server.ready.connection);
  // If a later step fails, the database stops while this connection is open, which then emits an error.
  owner.on("error", () => {});
  try {
    await owner.connect();
    const network = await insertNetwork(owner, 1);
    const coins = chairs * runs * coinsOfRun;
    const minimal = await measureMinimalInserts(owner, coins);
    const task: CoinChairsTask = {
      mqttUrl: server.ready.mqttUrl,
      chairs: await network.addChairs(chairs),
      runs,
    };
    const before = await readCpuTime(owner, { serverPid: server.pid });
    const sent = await startChild<CoinsReady>("coins/coin-chairs-process.ts", task);
    const cpu = cpuPerItem(before, await readCpuTime(owner, { serverPid: server.pid }), coins);
    await sent.stop();
    const perSecond = (coins * 1000) / sent.ready.ms;
    const figures: Figure[] = [
      {
        name: "coins through the broker, stored and booked",
        value: formatRate(perSecond),
        comparison: `minimal ${formatRate(minimal.perSecond)}`,
        ratio: inPercent(perSecond / minimal.perSecond),
        goal: `≥ ${formatRate(minCoins)}`,
        met: perSecond >= minCoins,
      },
      {
        name: "CPU time of a coin: server and database",
        value: `${inMs(cpu.serverMs)} + ${inMs(cpu.databaseMs)}`,
        comparison: `minimal ${inMs(minimal.cpuMs)}`,
      },
      await bookedFigure(server.ready.connection, { coins, orders: chairs * runs }),
    ];
    printFigures(`${chairs} chairs with ${runs} runs of ${coinsOfRun} coins each`, figures);
  } finally {
    await owner.end().catch(() => {});
    await server.stop();
  }
}

/** Returns a figure with the booked coins, their sum, their orders, and the findings of the audit. */
async function bookedFigure(
  connection: ServerReady["connection"],
  expected: { readonly coins: number; readonly orders: number },
): Promise<Figure> {
  const database = connectDatabase({ connection, poolSize: 1 });
  const { rows } = await database.query<{ booked: string }>(
    `SELECT concat_ws(', ', count(*), sum(amount_minor), count(DISTINCT order_id)) AS booked
     FROM ledger_entry WHERE source = 'coin'`,
  );
  const findings = await runAudit(database);
  await database.destroy();
  const wanted = `${expected.coins}, ${expected.coins * coinMinor}, ${expected.orders}`;
  const booked = rows[0]?.booked ?? "";
  return {
    name: "ledger entries, their sum, orders, findings of the audit",
    value: `${booked}, ${findings.length}`,
    comparison: `${wanted} sent`,
    goal: "exact",
    met: booked === wanted && findings.length === 0,
  };
}
