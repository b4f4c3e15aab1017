import { type Browser, type BrowserServer, chromium } from "playwright-core";
import { chromiumPath, chromiumShellPath } from "./chromium-path.ts";

/** Environment variable with the endpoint of the browser that all test processes of a run share. */
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

/** Launches full Chromium, which tests of notifications, service workers, and cameras need. */
export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch(optionsWith(chromiumPath(), args));

/** Software rendering needs no process of its own; without it, the browser needs a twentieth less CPU time. */
const shellOptions = () => optionsWith(chromiumShellPath(), ["--in-process-gpu"]);

export const launchShell = (): Promise<Browser> => chromium.launch(shellOptions());

export const launchSharedBrowser = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...shellOptions(), host: "127.0.0.1" });
