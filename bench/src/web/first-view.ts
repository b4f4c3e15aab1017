import { zoneCookie } from "@reposo/contract/sessions/browser-session.ts";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { recordTasks } from "./main-thread.ts";
import { observeRequests } from "./observed-visit.ts";
import { type DelayedVisit, simulateShown } from "./simulated-network.ts";

/**
 * Lighthouse's "Slow 4G" as throttling of the browser: a latency of 150 ms × 3.75 per request, and 90 % of
 * 1,638.4 kbit/s down and 750 kbit/s up.
 */
export const slowPhone = {
  name: "Slow 4G, applied",
  latencyMs: 562.5,
  downKilobits: 1474.56,
  upKilobits: 675,
  cpuSlowdown: 4,
};

const bytesPerKilobit = 1000 / 8;
const maxVisitMs = 60_000;
/** Time for which the earlier visit of a repeat visit stays open after its content is shown. */
const earlierVisitMs = 4_000;
/** Delay of calls by `delayCalls`: several times the CPU time of a cached page. */
const callDelayMs = 500;

/** The cookies of a manager's browser, for which the server renders documents with their content. */
function cookiesOf(origin: string, token: string) {
  const { hostname: domain } = new URL(origin);
  const common = { domain, path: "/", expires: -1, httpOnly: false, secure: false, sameSite: "Lax" as const };
  return [
    { ...common, name: "reposo.session", value: token, httpOnly: true },
    { ...common, name: zoneCookie, value: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  ];
}

/**
 * Opens a browser context that emulates a phone, without throttling. Its storage is empty, or contains a manager's
 * session if a token is given.
 */
export function openPhone(browser: Browser, origin: string, token?: string): Promise<BrowserContext> {
  const stored = token === undefined ? {} : { "reposo.token": token, "reposo.kind": "manager" };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    storageState: {
      cookies: token === undefined ? [] : cookiesOf(origin, token),
      origins: [{ origin, localStorage }],
    },
  });
}

export const slowDown = (devtools: CDPSession): Promise<unknown> =>
  devtools.send("Emulation.setCPUThrottlingRate", { rate: slowPhone.cpuSlowdown });

export interface Visit {
  readonly address: string;
  /** Token of a manager, for pages whose content needs calls. */
  readonly token?: string;
  /** A JavaScript expression that is true in the page when its content is shown. */
  readonly shown: string;
  /** Whether the same browser visits the page once before the measurement, so that cache and storage are filled. */
  readonly isRepeat?: boolean;
  /** Patterns of requests that the content does not need. The document shows the content before their responses. */
  readonly unneeded?: readonly string[];
  /** Whether the code comes from the cache, and runs while the calls of the content are pending. */
  readonly runsDuringCalls?: boolean;
}

/** Milliseconds from opening the address until its content was drawn. */
export interface FirstView {
  /** Computed from unthrottled visits by `simulateShown`. */
  readonly simulatedMs: number;
  /** Measured in a visit that the browser throttles. */
  readonly appliedMs: number;
}

/**
 * Measures unthrottled visits, from which it simulates a slow phone, and a visit with applied throttling, each in a new
 * browser context.
 */
export async function measureFirstView(browser: Browser, visit: Visit): Promise<FirstView> {
  const observed = await observeVisit(browser, visit);
  const { unneeded } = visit;
  const least =
    unneeded === undefined
      ? null
      : await observeVisit(browser, visit, (held) => holdRequests(held, unneeded));
  const delayed = visit.runsDuringCalls === true ? await observeVisit(browser, visit, delayCalls) : null;
  const simulatedMs = simulateShown(observed, { least, delayed });
  const appliedMs = await inNewPage(browser, visit, async (page, devtools) => {
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: slowPhone.latencyMs,
      downloadThroughput: slowPhone.downKilobits * bytesPerKilobit,
      uploadThroughput: slowPhone.upKilobits * bytesPerKilobit,
    });
    await slowDown(devtools);
    return (await open(page, visit)).shownMs;
  });
  return { simulatedMs, appliedMs };
}

interface Observing {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Resolves when the content is shown. */
  readonly shown: Promise<void>;
}

/** Delays the requests that match a pattern until the content is shown. */
async function holdRequests({ page, shown }: Observing, patterns: readonly string[]): Promise<void> {
  for (const pattern of patterns)
    await page.route(pattern, async (route) => {
      await shown;
      await route.continue().catch(() => undefined);
    });
}

/**
 * Delays calls for a time in which the main thread becomes idle. Uses the DevTools protocol, because `page.route` would
 * disable the cache.
 */
async function delayCalls({ devtools }: Observing): Promise<void> {
  devtools.on("Fetch.requestPaused", ({ requestId }) => {
    setTimeout(
      () => void devtools.send("Fetch.continueRequest", { requestId }).catch(() => undefined),
      callDelayMs,
    );
  });
  await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/*" }] });
}

/** Observes an unthrottled visit, in which `prepare` may delay requests. */
function observeVisit(
  browser: Browser,
  visit: Visit,
  prepare?: (observing: Observing) => Promise<void>,
): Promise<DelayedVisit> {
  return inNewPage(browser, visit, async (page, devtools) => {
    const shown = Promise.withResolvers<void>();
    await prepare?.({ page, devtools, shown: shown.promise });
    const requestsUntil = await observeRequests(devtools);
    const stopRecording = await recordTasks(browser, visit.address);
    const { timeOrigin, shownMs, answeredMs } = await open(page, visit);
    const recorded = await stopRecording();
    shown.resolve();
    const { requests, originMs } = requestsUntil(timeOrigin, shownMs);
    const tasks = recorded.map((task) => ({
      ...task,
      startMs: task.startMs - originMs,
      endMs: task.endMs - originMs,
    }));
    return { requests, shownMs, answeredMs, tasks };
  });
}

/** Calls `measure` with a page of a new browser context, after an earlier visit in the context if `isRepeat` is set. */
async function inNewPage<T>(
  browser: Browser,
  visit: Visit,
  measure: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await openPhone(browser, new URL(visit.address).origin, visit.token);
  try {
    if (visit.isRepeat === true) {
      const before = await context.newPage();
      await open(before, visit);
      // Wait a fixed time for deferred parts of the page: the open event stream prevents waiting for an idle network.
      await before.waitForTimeout(earlierVisitMs);
      await before.close();
    }
    const page = await context.newPage();
    return await measure(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

interface Watched {
  shownAt?: number;
}

/**
 * `shownMs` and `answeredMs` are milliseconds since `timeOrigin`, which is the page's `performance.timeOrigin`.
 * `answeredMs` is the time of the first response of a call, because the content may not need the later ones; 0 if there
 * is none before `shownMs`.
 */
interface Opened {
  readonly timeOrigin: number;
  readonly shownMs: number;
  readonly answeredMs: number;
}

async function open(page: Page, { address, shown }: Visit): Promise<Opened> {
  await page.addInitScript(`(${watchContent.toString()})(() => ${shown})`);
  await page.goto(address, { waitUntil: "commit", timeout: maxVisitMs });
  await page.waitForFunction(() => (window as Watched).shownAt !== undefined, null, {
    timeout: maxVisitMs,
  });
  return page.evaluate(() => {
    const shownMs = (window as Watched).shownAt as number;
    const responses = (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ initiatorType, responseStart }) => initiatorType === "fetch" && responseStart <= shownMs)
      .map(({ responseStart }) => responseStart);
    return {
      timeOrigin: performance.timeOrigin,
      shownMs,
      answeredMs: responses.length === 0 ? 0 : Math.min(...responses),
    };
  });
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
