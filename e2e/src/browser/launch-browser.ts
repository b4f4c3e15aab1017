import { type Browser, type BrowserServer, chromium } from "playwright-core";
import { chromiumPath, chromiumShellPath } from "./chromium-path.ts";

/** Environment variable with the endpoint of the browser that all test processes of a run share. */
export const sharedBrowser = "REPOSO_E2E_BROWSER";

/**
 * @param timeZone IANA name; the zone is the browser's own, because Chromium loses an emulated one if a busy page
 *   changes its process
 */
const optionsWith = (executablePath: string, args: readonly string[], timeZone = "Asia/Manila") => ({
  executablePath,
  env: { ...process.env, TZ: timeZone },
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    ...args,
  ],
});

/** Launches full Chromium, which tests of notifications, service workers, and cameras need. */
export const launchBrowser = (args: readonly string[] = [], timeZone?: string): Promise<Browser> =>
  chromium.launch(optionsWith(chromiumPath(), args, timeZone));

/** Launches full Chromium with its back-forward cache, which Playwright disables. */
export const launchBrowserWithBackCache = (): Promise<Browser> =>
  chromium.launch({
    ...optionsWith(chromiumPath(), []),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });

/**
 * Features that Playwright 1.65 disables on Linux. They are repeated because Chromium reads only the last
 * `--disable-features`.
 */
const disabledByPlaywright = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/**
 * Reduces the CPU time of the browser. Software rendering needs no process of its own (5 %). Optimised code does not pay
 * off in pages that are open for seconds (5 %). Eager source positions prevent that a stack trace parses the script
 * again while Playwright is attached. Without the opener policy, the first page is loaded by the process of the new tab
 * instead of a second process; no page uses its opener, and tests in full Chromium apply the policy. Both save 15 % of
 * the CPU time of the renderers.
 */
const shellOptions = () =>
  optionsWith(chromiumShellPath(), [
    "--in-process-gpu",
    "--js-flags=--no-opt --no-maglev --no-enable-lazy-source-positions",
    `--disable-features=${[...disabledByPlaywright, "CrossOriginOpenerPolicy"].join(",")}`,
  ]);

export const launchShell = (): Promise<Browser> => chromium.launch(shellOptions());

export const launchSharedBrowser = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...shellOptions(), host: "127.0.0.1" });
