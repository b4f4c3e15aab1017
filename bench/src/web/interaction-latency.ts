import type { Browser, Page } from "playwright-core";
import { type Figure, inMs, inPercent, percentile } from "#figures.ts";
import { openPhone, slowDown } from "./first-view.ts";

/** Minimum duration of an interaction, in milliseconds, that the browser's event timing reports. */
const minReportedMs = 16;
const interactionGoalMs = 200;
const rounds = 5;

interface Interaction {
  readonly name: string;
  /** Milliseconds from the touch to the next displayed frame, one sample per round, at least `minReportedMs`. */
  readonly samples: number[];
}

const steps: readonly { name: string; act: (page: Page) => Promise<void> }[] = [
  { name: "open the filters", act: (page) => page.getByRole("button", { name: "Filters" }).tap() },
  { name: "choose a status", act: (page) => page.locator("dialog label").first().tap() },
  {
    name: "close the filters",
    act: (page) => page.getByRole("dialog").getByRole("button", { name: "Close" }).tap(),
  },
  {
    name: "open an order",
    act: async (page) => {
      await page
        .locator("main li a")
        .nth(await visibleRow(page))
        .tap();
      await page.locator("dl").first().waitFor();
    },
  },
  { name: "back to the list", act: (page) => page.getByRole("button", { name: "Back" }).tap() },
];

/**
 * Returns the index of the first row in the middle of the screen, where no bar of the page covers the row.
 * @throws Error if there is none
 */
async function visibleRow(page: Page): Promise<number> {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll("main li a")].findIndex(
      (row) => row.getBoundingClientRect().top > 200 && row.getBoundingClientRect().bottom < 700,
    ),
  );
  if (found === -1) throw new Error("no row of the list is in the middle of the screen");
  return found;
}

interface Recorded {
  /** The longest duration of an event of each interaction, by the ID of the interaction. */
  recorded: Map<number, number>;
}

/**
 * Measures the latency of taps with the Event Timing API, on a slow phone whose order list has its maximum number of
 * rows.
 */
async function measureInteractions(
  browser: Browser,
  address: string,
  token: string,
): Promise<{ interactions: Interaction[]; rowsInPage: number }> {
  const context = await openPhone(browser, new URL(address).origin, token);
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole("listitem").first().waitFor();
    await loadToTheLimit(page);
    const rowsInPage = await page.getByRole("listitem").count();
    await slowDown(await context.newCDPSession(page));
    await page.evaluate(listenForInteractions, minReportedMs);
    const interactions = steps.map(({ name }) => ({ name, samples: [] as number[] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { act }] of steps.entries()) {
        await page.evaluate(() => (window as unknown as Recorded).recorded.clear());
        await act(page);
        // The browser reports the events of an interaction after the next frame.
        await page.waitForTimeout(800);
        const durations = await page.evaluate(() => [...(window as unknown as Recorded).recorded.values()]);
        interactions[index]?.samples.push(Math.max(minReportedMs, ...durations));
      }
    }
    return { interactions, rowsInPage };
  } finally {
    await context.close();
  }
}

/** Loads pages of the list until the page shows no button "Load more". */
async function loadToTheLimit(page: Page): Promise<void> {
  const more = page.getByRole("button", { name: "Load more" });
  const end = page.getByText(/^Showing the first|^End of list/);
  for (;;) {
    await more.or(end).first().waitFor();
    if ((await more.count()) === 0) return;
    await more.click();
  }
}

/** Runs in the page. Records the duration of each interaction in `window.recorded`. */
function listenForInteractions(durationThreshold: number): void {
  const recorded = new Map<number, number>();
  (window as unknown as Recorded).recorded = recorded;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (entry.interactionId > 0)
        recorded.set(entry.interactionId, Math.max(recorded.get(entry.interactionId) ?? 0, entry.duration));
    }
  }).observe({ type: "event", durationThreshold } as PerformanceObserverInit);
}

/**
 * Formats a duration. A value at the browser's minimum is printed as an upper bound, because the interaction may be
 * shorter.
 */
const inReportedMs = (ms: number): string => (ms > minReportedMs ? inMs(ms) : `≤ ${minReportedMs} ms`);

/**
 * Measures taps on the order list of a manager. `listedOrders` is the number of orders in the database, which is
 * printed for comparison.
 */
export async function measureManagerTaps(
  browser: Browser,
  { url, token, listedOrders }: { url: string; token: string; listedOrders: number },
): Promise<Figure[]> {
  // A fortnight contains more orders than the list shows.
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const list = `${url}/pages/order/order?startDate=${day(14)}&endDate=${day(0)}`;
  const { interactions, rowsInPage } = await measureInteractions(browser, list, token);
  const figures = interactions.map(({ name, samples }): Figure => {
    const worst = Math.max(...samples);
    return {
      name,
      value: inReportedMs(worst),
      comparison: `median ${inReportedMs(percentile(samples, 0.5))}`,
      ratio: `${inPercent(worst / interactionGoalMs)} of the goal`,
      goal: `≤ ${interactionGoalMs} ms`,
      met: worst <= interactionGoalMs,
    };
  });
  return [
    ...figures,
    { name: "rows in the page", value: String(rowsInPage), comparison: `of ${listedOrders}` },
  ];
}
