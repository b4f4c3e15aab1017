import { liveEventsPath } from "@reposo/contract/sessions/live-events.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, openHomeAs, startWithCoupon, visit } from "#browser/steps.ts";
import { openCutLine } from "#stage/cut-line.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";

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

/** The browser itself logs every call that was aborted with the connection. */
/** The second is the browser's own request for a service worker's script, to check for a newer version. */
const unexpectedComplaints = (consoleProblems: readonly string[]) =>
  consoleProblems.filter((text) => !/net::ERR_|error occurred when fetching the script/.test(text));

it("[HOME-3] [NET-3] reports that the figures are no longer live when the stream is interrupted, and catches up by itself", async () => {
  const chair = await network.addChair(outletId);
  const manager = await network.addManager([outletId]);
  const line = await openCutLine(server.url);
  const watching = await openPhone(browser, { origin: line.origin });
  const { page } = watching;
  await openHomeAs(page, manager);
  const live = page.getByText("Live", { exact: true });
  await live.waitFor();
  line.cut();
  await page.getByText("Live updates are interrupted.").waitFor();
  expect(await page.getByText("Income today").isVisible()).toBe(true);

  // Meanwhile another tab of the same manager takes cash over another connection.
  const token = await page.evaluate(() => window.localStorage.getItem("reposo.token"));
  const session = { token: token ?? "", kind: "manager" } as const;
  const other = await openPhone(browser, { origin: server.url, session });
  await visit(other.page, chairAddress(chair.deviceId));
  await other.page.getByRole("button", { name: "Cash ₱5.00 received: start" }).click();
  await other.page.getByRole("timer").waitFor();
  expect(await page.getByText("₱5.00").count()).toBe(0);

  line.restore();
  await page.getByText("₱5.00").first().waitFor({ timeout: 30_000 });
  await live.waitFor({ timeout: 30_000 });
  expect(unexpectedComplaints([...watching.consoleProblems, ...other.consoleProblems])).toEqual([]);
  await watching.close();
  await other.close();
  await line.close();
});

it("[CNT-1] [NET-3] continues counting by the server's clock without a connection, and shows afterwards that the chair has stopped", async () => {
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
  await page.getByText("Thank you").waitFor({ timeout: 30_000 });
  expect(unexpectedComplaints(consoleProblems)).toEqual([]);
  await close();
  await line.close();
});

it("[NET-3] [NET-4] reports a missing connection, disables what needs one, and recovers by itself", async () => {
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
});

it("[NET-4] [HOME-3] loads a page whose code was not loaded by itself, once there is a connection again", async () => {
  const manager = await network.addManager([outletId]);
  const { page, context, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await openHomeAs(page, manager);
  await context.setOffline(true);
  await page.locator("main a[href='/pages/deviceList/deviceList']").first().click();
  await page.getByRole("alert").getByText("This page could not be loaded").waitFor();
  await context.setOffline(false);
  await page.getByLabel("Device ID or outlet").waitFor();
  expect(unexpectedComplaints(consoleProblems)).toEqual([]);
  await close();
});

it("[NET-3] [HOME-3] waits as the server announces when its stream is closed for newer ones of the same session", async () => {
  const manager = await network.addManager([outletId]);
  const { page, close } = await openPhone(browser, { origin: server.url });
  let opened = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(liveEventsPath)) opened += 1;
  });
  await openHomeAs(page, manager);
  await page.getByText("Live", { exact: true }).waitFor();
  const token = (await page.evaluate(() => window.localStorage.getItem("reposo.token"))) ?? "";

  // Eight programs with its token subscribe too, and reconnect at once whenever they are closed.
  const stopping = new AbortController();
  const follow = async () => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${server.url}/api${liveEventsPath}`, {
        headers: { "access-token": token },
        signal: stopping.signal,
      }).catch(() => null);
      await response?.text().catch(() => "");
    }
  };
  const before = opened;
  const following = Array.from({ length: 8 }, follow);
  await page.getByText("Live updates are interrupted.").waitFor();
  const closedAt = performance.now();
  await until(() => performance.now() - closedAt > 8_000, "eight seconds to pass");
  // Announced are 1, 2, 4, and 8 seconds; without them it reconnected several times a second.
  expect(opened - before).toBeLessThanOrEqual(5);
  stopping.abort();
  await Promise.all(following);
  await page.getByText("Live", { exact: true }).waitFor({ timeout: 30_000 });
  await close();
});
