import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildApp } from "@reposo/server/app.ts";
import { hostServer } from "@reposo/server/host.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { createLog } from "@reposo/server/platform/logging/log.ts";
import { calendarRange } from "@reposo/server/platform/time/calendar.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import pg from "pg";
import { makeBenchFolder } from "#bench-folder.ts";
import { type Figure, inMs, median, percentile, printFigures } from "#figures.ts";
import { createHistory, type History } from "./order-history.ts";

/** Target for the 95th percentile of a call at `targetOrders` orders. */
const maxMs = 5;
const targetOrders = 10_000_000;
/** Target for the 95th percentile at the largest size, as a multiple of that at `targetOrders` orders. */
const maxGrowth = 1.3;
const zone = "Asia/Manila";
const groupByRuns = 3;
/** Concurrent calls use each connection of the pool often enough for PostgreSQL to plan its statements generically. */
const warmUpRounds = 8;
const warmUpsAtOnce = 16;

interface Measured {
  readonly history: History;
  readonly callMs: readonly number[];
  readonly groupByMs: readonly number[];
}

/**
 * Measures home of a manager of twelve outlets in the server, without the network, for each number of orders. The
 * comparison computes the same figures by GROUP BY over orders and ledger entries with their indexes.
 */
export async function runHomeBench({
  orders: sizes,
  calls,
}: {
  readonly orders: readonly number[];
  readonly calls: number;
}): Promise<void> {
  const measured: (Measured & { readonly size: number })[] = [];
  for (const size of sizes) {
    const result = { size, ...(await measureSize(size, calls)) };
    measured.push(result);
    printFigures(`Home, ${calls} calls`, [sizeFigure(result)]);
  }
  const target = measured.find(({ size }) => size === targetOrders);
  const largest = measured.at(-1);
  if (target === undefined || largest === undefined || largest.size <= targetOrders) return;
  const ratio = percentile(largest.callMs, 0.95) / percentile(target.callMs, 0.95);
  printFigures("Home, growth with the history", [
    {
      name: `p95 at ${inThousands(largest.size)} orders`,
      value: inMs(percentile(largest.callMs, 0.95)),
      comparison: `${inMs(percentile(target.callMs, 0.95))} at ${inThousands(targetOrders)}`,
      ratio: `${ratio.toFixed(2)}×`,
      goal: `≤ ${maxGrowth}×`,
      met: ratio <= maxGrowth,
    },
  ]);
}

const inThousands = (count: number): string => count.toLocaleString("en-US");

function sizeFigure({ size, history, callMs, groupByMs }: Measured & { readonly size: number }): Figure {
  const p95 = percentile(callMs, 0.95);
  return {
    name: `${inThousands(history.orders)} orders of ${history.chairs} chairs, p50 / p95`,
    value: `${inMs(median(callMs))} / ${inMs(p95)}`,
    comparison: `GROUP BY ${inMs(median(groupByMs))}`,
    ratio: `${(median(groupByMs) / median(callMs)).toFixed(1)}× faster`,
    ...(size === targetOrders && { goal: `p95 ≤ ${maxMs} ms`, met: p95 <= maxMs }),
  };
}

async function measureSize(orders: number, calls: number): Promise<Measured> {
  const folder = await makeBenchFolder();
  const config = readConfig({
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    MQTT_PORT: "0",
    LOG_LEVEL: "fatal",
    CALLS_PER_MINUTE_ADDRESS: "100000000",
  });
  const log = createLog(config.logLevel);
  // The history ends at 21:00 in Manila, after most orders of the day, whatever the time of the run.
  const evening = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 13 * 3_600_000);
  const aheadMs = evening.getTime() - Date.now();
  const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
  try {
    console.log(`writing ${inThousands(orders)} orders …`);
    const history = await createHistory({ dataFolder: config.dataDir, orders, now: evening, log });
    const server = await hostServer(config, { log, buildApp, clock });
    try {
      const callMs = await measureCalls(server.app.http as unknown as InjectableHttp, history, calls);
      return { history, callMs, groupByMs: await measureGroupBy(server.ownerConnection, history, evening) };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface InjectableHttp {
  inject(request: { url: string; headers: Record<string, string> }): Promise<{ body: string }>;
}

/** Returns the milliseconds of each call, from the parsed request to the serialised response. */
async function measureCalls(http: InjectableHttp, { token }: History, calls: number): Promise<number[]> {
  const url = "/api/web/api/v1/statistics/appStatistics";
  const headers = { "access-token": token, "time-zone": zone };
  const call = async (): Promise<number> => {
    const startMs = performance.now();
    const { body } = await http.inject({ url, headers });
    const tookMs = performance.now() - startMs;
    if ((JSON.parse(body) as { code: number }).code !== 200) throw new Error(body.slice(0, 200));
    return tookMs;
  };
  for (let round = 0; round < warmUpRounds; round += 1)
    await Promise.all(Array.from({ length: warmUpsAtOnce }, call));
  const callMs: number[] = [];
  for (let i = 0; i < calls; i += 1) callMs.push(await call());
  return callMs;
}

/** Returns the milliseconds of each execution of the statements that compute the figures of home by GROUP BY. */
async function measureGroupBy(
  connection: pg.ClientConfig,
  { outletIds }: History,
  now: Date,
): Promise<number[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const today = calendarRange("today", now, zone);
    const others = (["thisMonth", "yesterday"] as const).map((name) => calendarRange(name, now, zone));
    const periods = [calendarRange("thisYear", now, zone), today, ...others];
    const sums = periods.map(
      (_, i) =>
        `sum(amount_minor) FILTER (WHERE occurred_at >= $${2 * i + 2} AND occurred_at < $${2 * i + 3})`,
    );
    const run = async (): Promise<number> => {
      const startMs = performance.now();
      // The first period is the year, which contains the others but for yesterday on the first of January.
      await client.query(
        `SELECT currency, channel, ${sums.join(", ")} FROM ledger_entry
         WHERE outlet_id = ANY($1) AND occurred_at >= $2 AND occurred_at < $3 GROUP BY currency, channel`,
        [outletIds, ...periods.flatMap(({ from, to }) => [from, to])],
      );
      await client.query(
        `SELECT status, count(*) FROM orders WHERE outlet_id = ANY($1)
         AND order_id >= order_id_floor($2) AND order_id < order_id_floor($3) GROUP BY status`,
        [outletIds, today.from, today.to],
      );
      return performance.now() - startMs;
    };
    await run();
    const groupByMs: number[] = [];
    for (let i = 0; i < groupByRuns; i += 1) groupByMs.push(await run());
    return groupByMs;
  } finally {
    await client.end();
  }
}
