import type { Browser } from "playwright-core";
import { type Figure, inMs, percentile } from "#figures.ts";
import { measureInteractions } from "./interaction-latency.ts";

const interactionGoalMs = 200;
const rounds = 5;

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
      value: inMs(worst),
      comparison: `median ${inMs(percentile(samples, 0.5))}`,
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
