import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, openHome, startWithCoupon, visit } from "#browser/steps.ts";
import { openCutLine } from "#stage/cut-line.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

/**
 * Returns the console messages other than those that the browser logs for calls aborted with the connection and for its
 * own check for a newer service worker.
 */
const unexpectedComplaints = (consoleProblems: readonly string[]) =>
  consoleProblems.filter((text) => !/net::ERR_|error occurred when fetching the script/.test(text));

it("[HOME-3] [NET-3] shows that the figures are no longer live when the stream is interrupted, and refetches after reconnecting", async () => {
  const chair = await network.addChair(outletId);
  const manager = await network.addManager([outletId]);
  const line = await openCutLine(server.url);
  const session = await signIn(server, manager);
  const watching = await openPhone(browser, { origin: line.origin, session });
  const { page } = watching;
  await openHome(page);
  const live = page.getByText("Live", { exact: true });
  await live.waitFor();
  line.cut();
  await page.getByText("Live updates are interrupted.").waitFor();
  expect(await page.getByRole("heading", { name: "Income today" }).isVisible()).toBe(true);

  // While the stream is interrupted, another tab of the same manager records cash over another connection.
  const other = await openPhone(browser, { origin: server.url, session });
  await visit(other.page, chairAddress(chair.deviceId));
  await other.page.getByRole("button", { name: "Cash ₱5.00 received: start" }).click();
  await other.page.getByRole("timer").waitFor();
  expect(await page.getByText("₱5.00").count()).toBe(0);

  line.restore();
  await page.getByText("₱5.00").first().waitFor();
  await live.waitFor();
  expect(unexpectedComplaints([...watching.consoleProblems, ...other.consoleProblems])).toEqual([]);
  await watching.close();
  await other.close();
  await line.close();
});

it("[CNT-1] [NET-3] counts down without a connection, and shows after reconnecting that the chair has stopped", async () => {
  const chair = await network.addChair(outletId);
  const line = await openCutLine(server.url);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: line.origin });
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon());
  const clock = page.getByRole("timer");
  await clock.waitFor();
  line.cut();
  await page.getByText("Live updates are interrupted.").waitFor();
  const before = await clock.innerText();
  await until(async () => (await clock.innerText()) < before, "the countdown to go on");
  chair.pressStop();
  line.restore();
  await page.getByText("Thank you").waitFor();
  expect(unexpectedComplaints(consoleProblems)).toEqual([]);
  await close();
  await line.close();
});

it("[NET-3] [NET-4] shows a missing connection, disables controls that need one, and recovers automatically, with the missing code of a page", async () => {
  const chair = await network.addChair(outletId);
  const { page, context, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  const coupon = page.getByRole("button", { name: "Use a coupon" });
  await coupon.waitFor();
  await context.setOffline(true);
  await page.getByText("No connection. Retrying automatically.").waitFor();
  expect(await coupon.isDisabled()).toBe(true);
  await page.getByText("Not available offline.").waitFor();
  await context.setOffline(false);
  await page.getByText("No connection. Retrying automatically.").waitFor({ state: "detached" });
  await coupon.click();
  await page.getByLabel("Coupon code").waitFor();
  expect(unexpectedComplaints(consoleProblems)).toEqual([]);
  await close();

  const session = await signIn(server, await network.addManager([outletId]));
  const manager = await openPhone(browser, { origin: server.url, session });
  await openHome(manager.page);
  await manager.context.setOffline(true);
  await manager.page.locator("main a[href='/pages/deviceList/deviceList']").first().click();
  await manager.page.getByRole("alert").getByText("This page could not be loaded").waitFor();
  await manager.context.setOffline(false);
  await manager.page.getByLabel("Device ID or outlet").waitFor();
  expect(unexpectedComplaints(manager.consoleProblems)).toEqual([]);
  await manager.close();
});

it("[NET-3] [HOME-3] waits for the server's `retry` time when newer streams of the same session close its stream", async () => {
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, close } = await openPhone(browser, { origin: server.url, session });
  let opened = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(liveEventsPath)) opened += 1;
  });
  await openHome(page);
  await page.getByText("Live", { exact: true }).waitFor();

  // Eight clients with the same token open streams, and reconnect immediately whenever the server closes them. A client
  // that the server refuses pauses, because its request closes no stream.
  const stopping = new AbortController();
  const follow = async () => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${server.url}/api${liveEventsPath}`, {
        headers: { "access-token": session.token },
        signal: stopping.signal,
      }).catch(() => null);
      await response?.text().catch(() => "");
      if (response?.status === 429) await systemClock.sleep(100);
    }
  };
  const before = opened;
  const following = Array.from({ length: 8 }, follow);
  await page.getByText("Live updates are interrupted.").waitFor();
  const closedAt = performance.now();
  await until(() => performance.now() - closedAt > 8_000, "eight seconds to pass");
  // The server announces 1, 2, 4, and 8 seconds. A page that ignored them would reconnect several times per second.
  expect(opened - before).toBeLessThanOrEqual(5);
  stopping.abort();
  await Promise.all(following);
  await page.getByText("Live", { exact: true }).waitFor();
  await close();
});
