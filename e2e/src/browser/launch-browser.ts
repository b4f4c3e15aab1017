import { type Browser, type BrowserServer, chromium } from "playwright-core";
import { chromiumPath, chromiumShellPath } from "./chromium-path.ts";

/** The endpoint of the run's one browser, for the test processes. */
export const sharedBrowser = "REPOSO_E2E_BROWSER";

const optionsWith = (executablePath: string, args: readonly string[]) => ({
  executablePath,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    ...args,
  ],
});

/** The whole of Chromium, for notifications, service workers, and cameras. */
export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch(optionsWith(chromiumPath(), args));

export const launchShell = (): Promise<Browser> => chromium.launch(optionsWith(chromiumShellPath(), []));

export const launchSharedBrowser = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...optionsWith(chromiumShellPath(), []), host: "127.0.0.1" });
