import type { Browser } from "playwright-core";
import type pg from "pg";
import type { BenchNetwork } from "./bench-network.ts";
import { type Figure, inMs, percentile } from "./figures.ts";
import { type FirstView, measureFirstView } from "./first-view.ts";
import { measureInteractions } from "./interaction-latency.ts";
import { addOrders } from "./order-rows.ts";

const listedOrders = 10_000;
const interactionGoalMs = 200;
const rounds = 5;

/** The manager's home on a slow phone, and the taps of whoever has read ten thousand orders. */
export async function measureManagerWeb(
  browser: Browser,
  { url, owner, network, runs }: { url: string; owner: pg.Client; network: BenchNetwork; runs: number },
): Promise<{ views: FirstView[]; interactions: Figure[] }> {
  const token = network.tokens[0] as string;
  const chairs = await network.addChairs(network.outletIds.length);
  await addOrders(
    owner,
    network.outletIds,
    chairs.map(({ deviceId }) => deviceId),
    listedOrders,
  );
  const views: FirstView[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const view = await measureFirstView(browser, {
      address: `${url}/pages/home/home`,
      token,
      until: "[data-currency]",
    });
    // The first one also wakes what sleeps.
    if (run > 0) views.push(view);
  }
  const list = `${url}/pages/order/order`;
  const { interactions, rowsInPage } = await measureInteractions(browser, list, token, listedOrders, rounds);
  const figures = interactions.map(({ name, samples }): Figure => {
    const worst = Math.max(...samples);
    return {
      name,
      value: inMs(worst),
      beside: `median ${inMs(percentile(samples, 0.5))}`,
      ratio: `${((100 * worst) / interactionGoalMs).toFixed(0)} % of the goal`,
      goal: `≤ ${interactionGoalMs} ms`,
      met: worst <= interactionGoalMs,
    };
  });
  figures.push({
    name: "rows of them in the page",
    value: String(rowsInPage),
    beside: `of ${listedOrders} read`,
  });
  return { views, interactions: figures };
}
