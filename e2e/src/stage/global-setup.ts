import type { TestProject } from "vitest/node";
import { launchSharedBrowser, sharedBrowser } from "#browser/launch-browser.ts";
import { type ServerUnderTest, startServerUnderTest } from "./server-under-test.ts";

declare module "vitest" {
  export interface ProvidedContext {
    server: ServerUnderTest;
  }
}

/**
 * Starts one server, database, broker, and browser for the whole run. Every test creates a separate network with
 * `openNetwork(server)` (outlets, chairs, coupons, and accounts), opens browsers with empty storage with `openPhone`,
 * and logs managers in with `signIn`. All names are unique, so that test files can run concurrently.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [{ stop, ...server }, browser] = await Promise.all([startServerUnderTest(), launchSharedBrowser()]);
  project.provide("server", server);
  // The test processes start later and inherit the variable.
  process.env[sharedBrowser] = browser.wsEndpoint();
  return async () => {
    await browser.close();
    await stop();
  };
}
