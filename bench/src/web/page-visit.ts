import { zoneCookie } from "@reposo/contract/sessions/browser-session.ts";
import type { Browser, BrowserContext, Page } from "playwright-core";

/**
 * Lighthouse's "Slow 4G" as throttling of the browser: a latency of 150 ms × 3.75 per request, and 90 % of
 * 1,638.4 kbit/s down and 750 kbit/s up, with a CPU that is four times slower.
 */
const bytesPerKilobit = 1000 / 8;
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1474.56 * bytesPerKilobit,
  uploadThroughput: 675 * bytesPerKilobit,
};
const cpuSlowdown = 4;

const maxVisitMs = 60_000;
/** Time for which the earlier visit of a repeat visit stays open after its content is shown. */
const earlierVisitMs = 4_000;

export interface Visit {
  readonly address: string;
  /** Token of a manager, for pages whose content needs a session. */
  readonly token: string | null;
  /** A JavaScript expression that is true in the page when its content is shown. */
  readonly shown: string;
  /** Whether the same browser visits the page once before the measurement, so that cache and storage are filled. */
  readonly isRepeat: boolean;
}

/**
 * Opens a page in a new browser context that emulates a slow phone.
 * @returns milliseconds from opening the address until the content was drawn
 */
export async function measureVisit(browser: Browser, visit: Visit): Promise<number> {
  const context = await openPhone(browser, new URL(visit.address).origin, visit.token);
  try {
    if (visit.isRepeat) {
      const before = await context.newPage();
      await open(before, visit);
      // Wait a fixed time for deferred parts of the page: the open event stream prevents waiting for an idle network.
      await before.waitForTimeout(earlierVisitMs);
      await before.close();
    }
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", slow4g);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
    return await open(page, visit);
  } finally {
    await context.close();
  }
}

/** Opens the browser context of a phone, whose storage is empty but for the manager's session if a token is given. */
function openPhone(browser: Browser, origin: string, token: string | null): Promise<BrowserContext> {
  const stored = token === null ? {} : { "reposo.token": token, "reposo.kind": "manager" };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    storageState: {
      cookies: token === null ? [] : cookiesOf(origin, token),
      origins: [{ origin, localStorage }],
    },
  });
}

/** The cookies of a manager's browser, for which the server renders documents with their content. */
function cookiesOf(origin: string, token: string) {
  const { hostname: domain } = new URL(origin);
  const common = { domain, path: "/", expires: -1, httpOnly: false, secure: false, sameSite: "Lax" as const };
  return [
    { ...common, name: "reposo.session", value: token, httpOnly: true },
    { ...common, name: zoneCookie, value: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  ];
}

interface Watched {
  shownAt?: number;
}

async function open(page: Page, { address, shown }: Visit): Promise<number> {
  await page.addInitScript(`(${watchContent.toString()})(() => ${shown})`);
  await page.goto(address, { waitUntil: "commit", timeout: maxVisitMs });
  await page.waitForFunction(() => (window as Watched).shownAt !== undefined, null, {
    timeout: maxVisitMs,
  });
  return page.evaluate(() => (window as Watched).shownAt as number);
}

/** Runs in the page. Records when the first frame with the content has been drawn. */
function watchContent(isShown: () => unknown): void {
  const checkShown = () => {
    if (!isShown()) requestAnimationFrame(checkShown);
    // The timeout fires after the frame that draws the content.
    else
      setTimeout(() => {
        (window as Watched).shownAt = performance.now();
      });
  };
  requestAnimationFrame(checkShown);
}
