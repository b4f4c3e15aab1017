import { setTimeout as delay } from "node:timers/promises";
import { zoneCookie } from "@reposo/contract/sessions/browser-session.ts";
import { type Language, languageCookie } from "@reposo/contract/text/languages.ts";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { maxWaitMs } from "#stage/max-wait.ts";
import { launchBrowser, launchBrowserWithBackCache, launchShell, sharedBrowser } from "./launch-browser.ts";

/**
 * Connects to the browser that all test files of a run share (stage/global-setup.ts). Every phone is a browser context;
 * closing the connection closes only the phones opened over it. Outside a run, launches a separate browser.
 */
export function openBrowser(): Promise<Browser> {
  const shared = process.env[sharedBrowser];
  return shared === undefined ? launchShell() : chromium.connect(shared);
}

/** Launches full Chromium: the headless shell lacks notifications and the network state of service workers. */
export const openFullBrowser = (timeZone?: string): Promise<Browser> => launchBrowser([], timeZone);

/** Launches full Chromium that shows a page left earlier as it was, as browsers of phones do. */
export const openBrowserWithBackCache = launchBrowserWithBackCache;

export const openBrowserWithCamera = (videoPath: string): Promise<Browser> =>
  launchBrowser([
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${videoPath}`,
  ]);

export interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Errors and warnings on the browser's console, such as failed hydration and violations of the
   * `Content-Security-Policy`.
   */
  readonly consoleProblems: string[];
  close(): Promise<void>;
}

export interface PhoneOptions {
  readonly origin: string;
  readonly language?: Language;
  readonly dark?: boolean;
  /** By default, that of the browser. */
  readonly userAgent?: string;
  /** By default, that of a small phone. From 900 px of width, the browser is that of a desk, with a mouse. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Doubles the text size of the whole page, as a browser setting does. */
  readonly largeText?: boolean;
  /** A token that this browser already stores, together with the cookies for documents unless `cookies` is false. */
  readonly cookies?: boolean;
  readonly session?: { token: string; kind: "customer" | "manager" };
}

export const openPhones = new Set<Phone>();

/** Opens a browser context with empty storage. */
export async function openPhone(browser: Browser, options: PhoneOptions): Promise<Phone> {
  const { origin, userAgent, language, dark = false, largeText = false, session, cookies = true } = options;
  const viewport = options.size ?? { width: 360, height: 740 };
  const isPhone = viewport.width < 900;
  const stored: [name: string, value: string][] = [];
  if (language !== undefined) stored.push(["reposo.locale", language]);
  if (session !== undefined) stored.push(["reposo.token", session.token], ["reposo.kind", session.kind]);
  const context = await browser.newContext({
    baseURL: origin,
    ...(userAgent !== undefined && { userAgent }),
    viewport,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: "en-PH",
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    permissions: ["camera"],
  });
  if (cookies) await context.addCookies(documentCookies(options));
  const consoleProblems: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") consoleProblems.push(message.text());
  });
  context.on("weberror", (error) => consoleProblems.push(String(error.error())));
  if (stored.length > 0) await context.addInitScript(storeOnce, { origin, stored });
  if (largeText) await context.addInitScript(doubleText);
  const page = await context.newPage();
  page.setDefaultTimeout(maxWaitMs);
  const phone: Phone = {
    context,
    page,
    consoleProblems,
    close: async () => {
      openPhones.delete(phone);
      const closed = closeContext(context).then(() => true);
      const isClosed = await Promise.race([closed, delay(maxWaitMs, false, { ref: false })]);
      if (!isClosed) throw new Error(`the browser has not closed the phone in ${maxWaitMs} ms`);
    },
  };
  openPhones.add(phone);
  return phone;
}

function closeContext(context: BrowserContext): Promise<void> {
  // Route handlers that are still running must not fail because their page is closed. This is not awaited, because the
  // browser may not respond about a request of a page that it is leaving.
  for (const each of [context, ...context.pages()])
    each.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
  return context.close();
}

/** The cookies that a browser has after it has stored the session and the language, in the zone of the test browsers. */
const documentCookies = ({ origin, language, session }: PhoneOptions) =>
  [
    ...(language === undefined ? [] : [{ name: languageCookie, value: language }]),
    ...(session === undefined
      ? []
      : [
          { name: "reposo.session", value: session.token, httpOnly: true },
          { name: zoneCookie, value: "Asia/Manila" },
        ]),
  ].map((cookie) => ({ ...cookie, url: origin, sameSite: "Lax" as const }));

/** Returns the value of the cookie with a copy of the session's token; undefined without it. */
export async function sessionCookieOf(context: BrowserContext): Promise<string | undefined> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === "reposo.session")?.value;
}

export const storedValue = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((key) => window.localStorage.getItem(key), `reposo.${name}`);

/** Runs a check while the text size of the page is doubled. */
export async function withLargeText<R>(page: Page, check: () => Promise<R>): Promise<R> {
  await page.evaluate(doubleText);
  // Wait for components that measure their size and render again.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  const found = await check();
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  return found;
}

/**
 * Stores items when the first document of the origin loads. `storageState` of a context does the same in a page of its
 * own, which takes a quarter of the CPU time of opening a phone. The order of several init scripts is undefined.
 */
function storeOnce({ origin, stored }: { origin: string; stored: readonly [string, string][] }): void {
  if (window.location.origin !== origin || window.localStorage.getItem("test.stored") !== null) return;
  window.localStorage.setItem("test.stored", "yes");
  for (const [name, value] of stored) window.localStorage.setItem(name, value);
}

/** Doubles the root's font size, to which all sizes are relative. */
function doubleText(): void {
  const double = (): boolean => {
    // A document that is still loading may have no root element yet.
    const root = document.documentElement as HTMLElement | null;
    root?.style.setProperty("font-size", "200%");
    return root !== null;
  };
  if (!double())
    new MutationObserver((_, observer) => double() && observer.disconnect()).observe(document, {
      childList: true,
    });
}
