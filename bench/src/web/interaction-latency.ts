import type { Browser, Page } from "playwright-core";
import { openSlowPhone, slowDown } from "./first-view.ts";

/** Minimum duration of an interaction, in milliseconds, that the browser's event timing reports. */
export const minReportedMs = 16;

export interface Interaction {
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

const visibleRow = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main li a")].findIndex(
      (row) => row.getBoundingClientRect().top > 200 && row.getBoundingClientRect().bottom < 700,
    ),
  );

interface Recorded {
  recorded: Map<number, number>;
}

/** Measures taps on a slow phone on the order list with its maximum number of rows, by the browser's event timing. */
export async function measureInteractions(
  browser: Browser,
  address: string,
  token: string,
  rounds: number,
): Promise<{ interactions: Interaction[]; rowsInPage: number }> {
  const context = await openSlowPhone(browser, new URL(address).origin, token);
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

/** Loads pages of the list until a text replaces the button "Load more". */
async function loadToTheLimit(page: Page): Promise<void> {
  const more = page.getByRole("button", { name: "Load more" });
  const end = page.getByText(/^Showing the first|^End of list/);
  for (;;) {
    await more.or(end).first().waitFor();
    if ((await more.count()) === 0) return;
    await more.click();
  }
}

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
