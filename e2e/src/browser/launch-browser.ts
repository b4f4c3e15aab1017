import { type Browser, type BrowserServer, chromium } from "playwright-core";
import { chromiumPath } from "./chromium-path.ts";

/** Where the run's one browser listens, for the processes of its tests. */
export const sharedBrowser = "REPOSO_E2E_BROWSER";

const optionsWith = (args: readonly string[]) => ({
  executablePath: chromiumPath(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    ...args,
  ],
});

export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch(optionsWith(args));

export const launchSharedBrowser = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...optionsWith([]), host: "127.0.0.1" });
