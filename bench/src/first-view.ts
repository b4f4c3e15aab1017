import type { Browser } from "playwright-core";

/** Lighthouse's "Slow 4G" as it applies it in the browser: 150 ms × 3.75 a request, nine tenths of 1.6 and 0.75 Mbit/s. */
export const slowPhone = {
  name: "Slow 4G, applied",
  latencyMs: 562.5,
  downKilobits: 1474.56,
  upKilobits: 675,
  cpuSlowdown: 4,
};

export interface FirstView {
  readonly firstMs: number;
  readonly largestMs: number;
}

const settledMs = 1500;
const bytesAKilobit = 1000 / 8;

/** One visit with nothing cached; times count from the moment the address was opened. */
export async function measureFirstView(browser: Browser, address: string): Promise<FirstView> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: slowPhone.latencyMs,
      downloadThroughput: slowPhone.downKilobits * bytesAKilobit,
      uploadThroughput: slowPhone.upKilobits * bytesAKilobit,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowPhone.cpuSlowdown });
    await page.goto(address, { waitUntil: "load", timeout: 60_000 });
    await page.waitForTimeout(settledMs);
    return await page.evaluate(
      () =>
        new Promise<FirstView>((resolve) => {
          const firstMs = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;
          new PerformanceObserver((list) => {
            resolve({ firstMs, largestMs: list.getEntries().at(-1)?.startTime ?? Number.NaN });
          }).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}
