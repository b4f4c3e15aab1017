import type { TestProject } from "vitest/node";
import { launchSharedBrowser, sharedBrowser } from "#browser/launch-browser.ts";
import { type ServerUnderTest, startServerUnderTest } from "./server-under-test.ts";

declare module "vitest" {
  export interface ProvidedContext {
    server: ServerUnderTest;
  }
}

/**
 * One server, database, broker, and browser for the whole run. Every test creates its own network:
 * `openNetwork(server)` for outlets, chairs, coupons, and accounts, `openPhone` for a browser with empty storage,
 * `signIn` for a logged-in manager. All names are new, so that files run concurrently.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [{ stop, ...server }, browser] = await Promise.all([startServerUnderTest(), launchSharedBrowser()]);
  project.provide("server", server);
  // The processes of the tests are started after this and inherit it.
  process.env[sharedBrowser] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    await stop();
  };
}
