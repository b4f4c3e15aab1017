import { calendarRange, splitIntoDays, dayUntilSameTime } from "@reposo/server/platform/time/calendar.ts";
import { createStatistics } from "@reposo/server/features/statistics/index.ts";
import type { Clock } from "@reposo/server/platform/time/clock.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import type pg from "pg";
import { type CpuTime, readCpuTime } from "#cpu-time.ts";
import { rowsRead, watchStatements } from "./rows-read.ts";
import type { StatisticsManager, StatisticsNetwork } from "./statistics-network.ts";
import { measuredZone, type Periods, type StatisticsQuery, queriesOf } from "./statistics-queries.ts";

export interface Answered {
  readonly query: string;
  /** Whether the target time of home applies. */
  readonly hasTarget: boolean;
  /** Milliseconds in the server per call, from the parsed request to the serialised response. */
  readonly callMs: readonly number[];
  /** CPU time per call. */
  readonly cpu: CpuTime;
  /** Rows that the statements of one call read. */
  readonly rows: number;
  /** Milliseconds per execution of all GROUP BY statements; empty if one exceeded its time limit. */
  readonly groupByMs: readonly number[];
  /** Rows that the GROUP BY statements read; null if one exceeded its time limit. */
  readonly groupByRows: number | null;
}

/** Results for the manager of twelve outlets and for the manager of all outlets. */
export interface Measured {
  readonly manager: readonly Answered[];
  readonly director: readonly Answered[];
}

/** SQLSTATE of a cancelled statement. */
const timedOut = "57014";

/** The server's HTTP interface, called within its process, so that durations do not include the network. */
export interface InjectableHttp {
  inject(request: { url: string; headers: Record<string, string> }): Promise<{
    body: string;
  }>;
}

export interface MeasureDependencies {
  readonly http: InjectableHttp;
  readonly database: Database;
  readonly owner: pg.Client;
  readonly clock: Clock;
  readonly network: StatisticsNetwork;
  readonly calls: number;
  /** Time limit of one GROUP BY statement in seconds. */
  readonly groupBySeconds: number;
}

/**
 * PostgreSQL plans a prepared statement for the values of its first five executions per connection, before it can cache
 * a generic plan. A server that has run for some time has cached plans on all connections, so the warm-up must use all
 * connections.
 */
const warmUpRounds = 8;
const warmUpsAtOnce = 16;
/** The GROUP BY statements of a request are executed at most this often. */
const maxGroupByRuns = 15;
/** The GROUP BY statements of a request are not executed again after this time. */
const allGroupByRunsMs = 12_000;

/**
 * Measures every request for the manager of twelve outlets, and the requests with a target for the manager of all
 * outlets.
 * @throws Error if a request fails
 */
export async function measureStatistics(dependencies: MeasureDependencies): Promise<Measured> {
  const { network, clock } = dependencies;
  const queries = queriesOf(periodsAt(clock.now()), network.hallId);
  const manager: Answered[] = [];
  for (const query of queries) manager.push(await measure(dependencies, network.manager, query));
  const director: Answered[] = [];
  for (const query of queries.filter((one) => one.hasTarget))
    director.push(await measure(dependencies, network.director, query));
  return { manager, director };
}

async function measure(
  dependencies: MeasureDependencies,
  manager: StatisticsManager,
  query: StatisticsQuery,
): Promise<Answered> {
  const { http, calls, owner } = dependencies;
  const call = async (): Promise<number> => {
    const startMs = performance.now();
    const response = await http.inject({
      url: `/api/web/api/v1${query.path}`,
      headers: { "access-token": manager.token, "time-zone": measuredZone },
    });
    const tookMs = performance.now() - startMs;
    if ((JSON.parse(response.body) as { code: number }).code !== 200)
      throw new Error(`${query.name}: ${response.body.slice(0, 200)}`);
    return tookMs;
  };
  for (let round = 0; round < warmUpRounds; round += 1)
    await Promise.all(Array.from({ length: warmUpsAtOnce }, call));
  const callMs: number[] = [];
  const before = await readCpuTime(owner, process.pid);
  for (let i = 0; i < calls; i += 1) callMs.push(await call());
  const after = await readCpuTime(owner, process.pid);
  return {
    query: query.name,
    hasTarget: query.hasTarget,
    callMs,
    cpu: {
      serverMs: (after.serverMs - before.serverMs) / calls,
      databaseMs: (after.databaseMs - before.databaseMs) / calls,
    },
    rows: await rowsOfCall(dependencies, manager, query),
    ...(await measureGroupBy(dependencies, manager, query)),
  };
}

async function rowsOfCall(
  { database, owner, clock }: MeasureDependencies,
  { outletIds }: StatisticsManager,
  query: StatisticsQuery,
): Promise<number> {
  const { watched, takeSent } = watchStatements(database);
  const statistics = createStatistics({ database: watched, clock, monthClosesAfterDays: 3 });
  await query.run(statistics, { outletIds, timeZone: "Asia/Manila" });
  let rows = 0;
  for (const { text, values } of takeSent()) rows += await rowsRead(owner, text, values);
  return rows;
}

async function measureGroupBy(
  { owner, groupBySeconds }: MeasureDependencies,
  { outletIds }: StatisticsManager,
  query: StatisticsQuery,
): Promise<Pick<Answered, "groupByMs" | "groupByRows">> {
  let groupByRows = 0;
  const groupByMs: number[] = [];
  await owner.query(`SET statement_timeout = ${groupBySeconds * 1000}`);
  try {
    // Counting the rows also warms the cache with the pages that the measured runs read.
    for (const { text, values } of query.groupBy)
      groupByRows += await rowsRead(owner, text, [outletIds, ...values]);
    const until = performance.now() + allGroupByRunsMs;
    while (groupByMs.length < 1 || (groupByMs.length < maxGroupByRuns && performance.now() < until)) {
      const startMs = performance.now();
      for (const [n, { text, values }] of query.groupBy.entries())
        await owner.query({ name: `${query.name} ${n}`, text, values: [outletIds, ...values] });
      groupByMs.push(performance.now() - startMs);
    }
  } catch (error) {
    if ((error as { code?: string }).code !== timedOut) throw error;
    return { groupByMs: [], groupByRows: null };
  } finally {
    await owner.query("RESET statement_timeout");
  }
  return { groupByMs, groupByRows };
}

function periodsAt(now: Date): Periods {
  const zone = measuredZone;
  return {
    now,
    today: calendarRange("today", now, zone),
    yesterday: calendarRange("yesterday", now, zone),
    thisMonth: calendarRange("thisMonth", now, zone),
    thisYear: calendarRange("thisYear", now, zone),
    sevenDays: splitIntoDays(7, "day", now, zone).range,
    yesterdaySoFar: dayUntilSameTime(1, now, zone),
    lastWeekSoFar: dayUntilSameTime(7, now, zone),
  };
}
