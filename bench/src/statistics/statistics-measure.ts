import {
  calendarRange,
  cutDays,
  dayUntilSameTime,
  offsetZone,
} from "@reposo/server/platform/time/calendar.ts";
import { createStatistics } from "@reposo/server/features/statistics/index.ts";
import type { Clock } from "@reposo/server/platform/time/clock.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import type pg from "pg";
import { type CpuTime, readCpuTime } from "#cpu-time.ts";
import { rowsRead, watchStatements } from "./rows-read.ts";
import type { StatisticsManager, StatisticsNetwork } from "./statistics-network.ts";
import { offsetMinutes, type Periods, type Question, questionsOf } from "./statistics-questions.ts";

export interface Answered {
  readonly question: string;
  readonly isHome: boolean;
  /** In the server: from the parsed request to the serialised answer. */
  readonly callMs: readonly number[];
  /** Of one call. */
  readonly cpu: CpuTime;
  readonly rows: number;
  /** None and null where GROUP BY was not done in the time that it was given. */
  readonly plainMs: readonly number[];
  readonly plainRows: number | null;
}

export interface Measured {
  readonly manager: readonly Answered[];
  readonly director: readonly Answered[];
}

/** PostgreSQL's code of a statement that was cancelled. */
const timedOut = "57014";

/** The server's own HTTP interface, called from within its process: what is timed is the call, not the way to it. */
export interface InjectableHttp {
  inject(request: { url: string; headers: Record<string, string> }): Promise<{
    body: string;
  }>;
}

export interface MeasureParts {
  readonly http: InjectableHttp;
  readonly database: Database;
  readonly owner: pg.Client;
  readonly clock: Clock;
  readonly network: StatisticsNetwork;
  readonly calls: number;
  /** What one statement of GROUP BY is given. */
  readonly plainSeconds: number;
}

/**
 * A connection plans a statement anew for the values of its first five calls, before it keeps a plan for any. A server
 * that has been up for a while is past that on all of its connections; one that warmed a single one is not.
 */
const warmUpRounds = 8;
const warmUpsAtOnce = 16;
const mostPlainRuns = 15;
const allPlainRunsMs = 12_000;

export async function measureStatistics(parts: MeasureParts): Promise<Measured> {
  const { network, clock } = parts;
  const questions = questionsOf(periodsAt(clock.now()), network.hallId);
  const manager: Answered[] = [];
  for (const question of questions) manager.push(await measure(parts, network.manager, question));
  const director: Answered[] = [];
  for (const question of questions.filter((one) => one.isHome))
    director.push(await measure(parts, network.director, question));
  return { manager, director };
}

async function measure(
  parts: MeasureParts,
  manager: StatisticsManager,
  question: Question,
): Promise<Answered> {
  const { http, calls, owner } = parts;
  const call = async (): Promise<number> => {
    const begun = performance.now();
    const response = await http.inject({
      url: `/api/web/api/v1${question.path}`,
      headers: { "access-token": manager.token, "timezone-offset": String(offsetMinutes) },
    });
    const tookMs = performance.now() - begun;
    if ((JSON.parse(response.body) as { code: number }).code !== 200)
      throw new Error(`${question.name}: ${response.body.slice(0, 200)}`);
    return tookMs;
  };
  for (let round = 0; round < warmUpRounds; round += 1)
    await Promise.all(Array.from({ length: warmUpsAtOnce }, call));
  const callMs: number[] = [];
  const before = await readCpuTime(owner, process.pid);
  for (let i = 0; i < calls; i += 1) callMs.push(await call());
  const after = await readCpuTime(owner, process.pid);
  return {
    question: question.name,
    isHome: question.isHome,
    callMs,
    cpu: {
      serverMs: (after.serverMs - before.serverMs) / calls,
      databaseMs: (after.databaseMs - before.databaseMs) / calls,
    },
    rows: await rowsOfCall(parts, manager, question),
    ...(await measurePlain(parts, manager, question)),
  };
}

async function rowsOfCall(
  { database, owner, clock }: MeasureParts,
  { outletIds }: StatisticsManager,
  question: Question,
): Promise<number> {
  const { watched, taken } = watchStatements(database);
  const statistics = createStatistics({ database: watched, clock, monthClosesAfterDays: 3 });
  await question.ask(statistics, { outletIds, timeZone: "Asia/Manila" });
  let rows = 0;
  for (const { text, values } of taken()) rows += await rowsRead(owner, text, values);
  return rows;
}

async function measurePlain(
  { owner, plainSeconds }: MeasureParts,
  { outletIds }: StatisticsManager,
  question: Question,
): Promise<Pick<Answered, "plainMs" | "plainRows">> {
  let plainRows = 0;
  const plainMs: number[] = [];
  await owner.query(`SET statement_timeout = ${plainSeconds * 1000}`);
  try {
    // Also warms what the runs that count will read.
    for (const { text, values } of question.plain)
      plainRows += await rowsRead(owner, text, [outletIds, ...values]);
    const until = performance.now() + allPlainRunsMs;
    while (plainMs.length < 1 || (plainMs.length < mostPlainRuns && performance.now() < until)) {
      const begun = performance.now();
      for (const [n, { text, values }] of question.plain.entries())
        await owner.query({ name: `${question.name} ${n}`, text, values: [outletIds, ...values] });
      plainMs.push(performance.now() - begun);
    }
  } catch (error) {
    if ((error as { code?: string }).code !== timedOut) throw error;
    return { plainMs: [], plainRows: null };
  } finally {
    await owner.query("RESET statement_timeout");
  }
  return { plainMs, plainRows };
}

function periodsAt(now: Date): Periods {
  const zone = offsetZone(offsetMinutes);
  return {
    now,
    today: calendarRange("today", now, zone),
    yesterday: calendarRange("yesterday", now, zone),
    thisMonth: calendarRange("thisMonth", now, zone),
    thisYear: calendarRange("thisYear", now, zone),
    sevenDays: cutDays(7, "day", now, zone).range,
    yesterdaySoFar: dayUntilSameTime(1, now, zone),
    lastWeekSoFar: dayUntilSameTime(7, now, zone),
  };
}
