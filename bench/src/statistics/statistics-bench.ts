import { startChild } from "#child-process.ts";
import { type Figure, inMs, percentile, printFigures } from "#figures.ts";
import type { Answered } from "./statistics-measure.ts";
import type { StatisticsResult, StatisticsTask } from "./statistics-process.ts";

/** Target for the 95th percentile of a call. */
const goalMs = 5;
/** Number of orders to which `goalMs` applies. */
const goalAt = 10_000_000;
/** Target for the 95th percentile with the most orders, as a multiple of that with `goalAt` orders. */
const goalGrowth = 1.3;

/**
 * Measures the requests of the pages home and details for each number of orders, compared with the same results by
 * GROUP BY. Prints the figures.
 */
export async function runStatisticsBench({
  sizes,
  calls,
  groupBySeconds,
  keepFolder,
}: {
  sizes: readonly number[];
  /** Measured calls of each request. */
  calls: number;
  /** Time limit of each GROUP BY. */
  groupBySeconds: number;
  /** Folder of databases that later runs reuse; null if the databases are removed after the run. */
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
  const [smallest, ...larger] = results.filter(([orders]) => orders >= goalAt).sort(([a], [b]) => a - b);
  const largest = larger.at(-1);
  if (smallest?.[0] === goalAt && largest !== undefined)
    printFigures(`${largest[0] / goalAt} times as many orders`, growthFigures(smallest[1], largest[1]));
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

function growthFigures(smaller: StatisticsResult, larger: StatisticsResult): Figure[] {
  return smaller.manager
    .filter((answered) => answered.hasTarget)
    .map((answered): Figure => {
      const ofSmaller = percentile(answered.callMs, 0.95);
      const ofLarger = percentile(
        larger.manager.find((other) => other.query === answered.query)?.callMs ?? [],
        0.95,
      );
      return {
        name: `${answered.query}, p95`,
        value: inMs(ofLarger),
        comparison: inMs(ofSmaller),
        ratio: `${(ofLarger / ofSmaller).toFixed(2)}×`,
        goal: `≤ ${goalGrowth}×`,
        met: ofLarger <= goalGrowth * ofSmaller,
      };
    });
}
