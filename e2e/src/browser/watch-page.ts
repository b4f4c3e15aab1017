import type { Page } from "playwright-core";

/** Returns the last parts of the addresses that a page calls from now on. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname.split("/").at(-1) ?? "");
  });
  return calls;
}

interface Shifting {
  shifted: number;
}

/** Adds up the layout shifts of the documents that the page opens from now on. */
export const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    (window as unknown as Shifting).shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as Shifting).shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
};

export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Shifting).shifted);
