import { startChild } from "#child-process.ts";
import { type Figure, inMs, percentile, printFigures } from "#figures.ts";
import type { Answered } from "./statistics-measure.ts";
import type { StatisticsResult, StatisticsTask } from "./statistics-process.ts";

const goalMs = 5;
const goalAt = 10_000_000;
const goalGrowth = 1.3;

/** Measures home and details for each size of history, compared with the same results by GROUP BY. */
export async function runStatisticsBench({
  sizes,
  calls,
  groupBySeconds,
  keepFolder,
}: {
  sizes: readonly number[];
  calls: number;
  groupBySeconds: number;
  keepFolder: string | null;
}): Promise<void> {
  const results: [size: number, result: StatisticsResult][] = [];
  for (const orders of sizes) {
    console.log(`\n${formatCount(orders)} orders, in a separate database`);
    const task: StatisticsTask = { orders, calls, groupBySeconds, keepFolder };
    const child = await startChild<StatisticsResult>("statistics/statistics-process.ts", task);
    const result = child.ready;
    await child.stop();
    results.push([orders, result]);
    const size = `${formatCount(result.orders)} orders, ${result.chairs} chairs, ${(result.bytes / 2 ** 30).toFixed(1)} GiB`;
    printFigures(
      `A manager of 12 outlets with 181 chairs (p50 / p95 of ${calls} calls, CPU of server and database); ${size}`,
      result.manager.map((answered) => figureOf(answered, { orders, groupBySeconds })),
    );
    printFigures(
      `A manager of all ${result.outlets} outlets`,
      result.director.map((answered) => figureOf(answered, { orders: null, groupBySeconds })),
    );
  }
  const [before, ...larger] = results.filter(([orders]) => orders >= goalAt).sort(([a], [b]) => a - b);
  const after = larger.at(-1);
  if (before?.[0] === goalAt && after !== undefined)
    printFigures(`${after[0] / goalAt} times as many orders`, growthFigures(before[1], after[1]));
}

const formatCount = (count: number): string => count.toLocaleString("en-US");
const p50And95 = (samples: readonly number[]): string =>
  `${inMs(percentile(samples, 0.5))} / ${inMs(percentile(samples, 0.95))}`;

function figureOf(
  { query, hasTarget, callMs, cpu, rows, groupByMs, groupByRows }: Answered,
  { orders, groupBySeconds }: { orders: number | null; groupBySeconds: number },
): Figure {
  const p95 = percentile(callMs, 0.95);
  const wasDone = groupByRows !== null;
  const groupByP50 = wasDone ? percentile(groupByMs, 0.5) : groupBySeconds * 1000;
  const times = (groupByP50 / percentile(callMs, 0.5)).toFixed(1);
  return {
    name: query,
    value: `${p50And95(callMs)} (CPU ${inMs(cpu.serverMs + cpu.databaseMs)}), ${formatCount(rows)} rows`,
    comparison: wasDone
      ? `GROUP BY ${p50And95(groupByMs)}, ${formatCount(groupByRows)} rows`
      : `GROUP BY not done after ${groupBySeconds} s`,
    ratio: `${wasDone ? "" : "> "}${times}× faster`,
    ...(hasTarget && orders === goalAt && { goal: `p95 ≤ ${goalMs} ms`, met: p95 <= goalMs }),
  };
}

function growthFigures(before: StatisticsResult, after: StatisticsResult): Figure[] {
  return before.manager
    .filter((answered) => answered.hasTarget)
    .map((answered): Figure => {
      const then = percentile(answered.callMs, 0.95);
      const now = percentile(
        after.manager.find((other) => other.query === answered.query)?.callMs ?? [],
        0.95,
      );
      return {
        name: `${answered.query}, p95`,
        value: inMs(now),
        comparison: inMs(then),
        ratio: `${(now / then).toFixed(2)}×`,
        goal: `≤ ${goalGrowth}×`,
        met: now <= goalGrowth * then,
      };
    });
}
