import type { Browser } from "playwright-core";
import { type Figure, inMs, percentile } from "#figures.ts";
import { measureInteractions, minReportedMs } from "./interaction-latency.ts";

const interactionGoalMs = 200;
const rounds = 5;

/**
 * Formats a duration. A value at the browser's minimum is printed as an upper bound, because the interaction may be
 * shorter.
 */
const inReportedMs = (ms: number): string => (ms > minReportedMs ? inMs(ms) : `≤ ${minReportedMs} ms`);

export async function measureManagerTaps(
  browser: Browser,
  { url, token, listedOrders }: { url: string; token: string; listedOrders: number },
): Promise<Figure[]> {
  const list = `${url}/pages/order/order`;
  const { interactions, rowsInPage } = await measureInteractions(browser, list, token, rounds);
  const figures = interactions.map(({ name, samples }): Figure => {
    const worst = Math.max(...samples);
    return {
      name,
      value: inReportedMs(worst),
      comparison: `median ${inReportedMs(percentile(samples, 0.5))}`,
      ratio: `${((100 * worst) / interactionGoalMs).toFixed(0)} % of the goal`,
      goal: `≤ ${interactionGoalMs} ms`,
      met: worst <= interactionGoalMs,
    };
  });
  return [
    ...figures,
    { name: "rows in the page", value: String(rowsInPage), comparison: `of ${listedOrders}` },
  ];
}
