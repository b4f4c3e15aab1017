import type { Browser, BrowserContext, CDPSession } from "playwright-core";

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

/** A phone that remembers nothing but, where one is given, a manager's login. */
export function openSlowPhone(browser: Browser, origin: string, token?: string): Promise<BrowserContext> {
  const remembered = token === undefined ? {} : { "reposo.token": token, "reposo.kind": "manager" };
  const localStorage = Object.entries(remembered).map(([name, value]) => ({ name, value }));
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
}

export const slowDown = (devtools: CDPSession): Promise<unknown> =>
  devtools.send("Emulation.setCPUThrottlingRate", { rate: slowPhone.cpuSlowdown });

export interface Visit {
  readonly address: string;
  /** A manager's; a page of the manager has its content only after some calls. */
  readonly token?: string;
  /** What has to stand before the page counts as there. */
  readonly until?: string;
}

/** One visit with nothing cached; times count from the moment the address was opened. */
export async function measureFirstView(
  browser: Browser,
  { address, token, until }: Visit,
): Promise<FirstView> {
  const context = await openSlowPhone(browser, new URL(address).origin, token);
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
    await slowDown(devtools);
    await page.goto(address, { waitUntil: "load", timeout: 60_000 });
    if (until !== undefined) await page.locator(until).first().waitFor();
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
