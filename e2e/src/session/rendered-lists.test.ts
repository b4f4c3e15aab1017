import { randomUUID } from "node:crypto";
import { recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { publishEvents } from "@reposo/server/features/live-events/index.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayScripts } from "#browser/steps.ts";
import { shiftOf, watchCalls, watchShifts } from "#browser/watch-page.ts";
import { callServer } from "#stage/call-server.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { recordIncome } from "#stage/record-income.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await network.close();
});

/** Opens a phone of a manager whose only outlet has a chair with past orders and a collection. */
async function openWithOrders(count: number, options = {}) {
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  await addPastOrders(network.database, { outletId, deviceIds: [deviceId], count });
  const session = await signIn(server, await network.addManager([outletId]));
  const counted = { deviceId, counted: 25_00, currency: "PHP", note: "Two coins were bent" } as const;
  const collection = { ...counted, collectionId: randomUUID(), collectedAt: new Date().toISOString() };
  await callServer(server, recordCollection, collection, session.token);
  const phone = await openPhone(browser, { origin: server.url, session, ...options });
  return { outletId, deviceId, ...phone };
}

/** The document also contains the rows of the other width. */
const visible = { visible: true };
const rowsOf = (page: Page) => page.locator("#app main li :is(a, button, summary)").filter(visible);
const lists = [
  { address: "/pages/order/order", call: "orderH5" },
  { address: "/pages/deviceList/deviceList", call: "list" },
  { address: "/pages/cash/cash", call: "list" },
  { address: "/pages/cash/cash?view=collections", call: "collections" },
  { address: "/pages/cash/cash?view=differences", call: "differences" },
];

describe.each(lists)("[PERF-1] [SES-2] $address", ({ address, call }) => {
  it.each(languages)("arrives with its rows in %s, which the app takes over", async (language) => {
    const { page, consoleProblems, close } = await openWithOrders(5, { language });
    await watchShifts(page);
    const calls = watchCalls(page);
    const release = await delayScripts(page);
    await page.goto(address, { waitUntil: "commit" });
    await rowsOf(page).first().waitFor();
    const texts = () => page.locator("#app main li").filter(visible).allInnerTexts();
    const [early, title] = [await texts(), await page.title()];
    await page.evaluate(() => {
      (document.querySelector("#app main") as HTMLElement).dataset.rendered = "by the server";
    });
    expect(calls).toEqual([]);
    const opened = page.waitForResponse("**/web/api/v1/events");
    release();
    await opened;
    // The app keeps the elements of the document.
    expect(await page.locator("main").getAttribute("data-rendered")).toBe("by the server");
    expect(await texts()).toEqual(early);
    expect(await page.title()).toBe(title);
    expect(calls.filter((each) => ["cache-value", "info", call].includes(each))).toEqual([]);
    expect(await shiftOf(page)).toBeLessThan(0.1);
    expect(consoleProblems).toEqual([]);
    await close();
  });
});

it("[HOME-3] [ORD-1] [DEV-1] offers an order that was made, and a chair that was added, between the document and the opening of the stream", async () => {
  const { page, outletId, deviceId, consoleProblems, close } = await openWithOrders(2);
  const calls = watchCalls(page);
  const release = await delayScripts(page);
  await page.goto("/pages/order/order", { waitUntil: "commit" });
  await rowsOf(page).nth(1).waitFor();
  const money = { outletId, deviceId, payType: "coin", amountMinor: 75_00, at: new Date() } as const;
  const orderId = await recordIncome(network.database, money);
  await transact(network.database, (uow) =>
    publishEvents(uow, { name: "order", outletId, customerId: null, subject: orderId, at: new Date() }),
  );
  release();
  await page.getByText("Show 1 new").waitFor();
  // The sums of the day were refetched, and the rows were not.
  expect(await page.locator("[data-row]").count()).toBe(2);
  await page.unrouteAll({ behavior: "ignoreErrors" });

  const releaseDevices = await delayScripts(page);
  await page.goto("/pages/deviceList/deviceList", { waitUntil: "commit" });
  await page.getByRole("link", { name: deviceId }).waitFor();
  const added = await network.addDevice(outletId);
  calls.length = 0;
  releaseDevices();
  await page.getByText("Show 1 new").waitFor();
  expect(calls.filter((call) => call === "list")).toEqual([]);
  await page.getByText("Show 1 new").click();
  await page.getByRole("link", { name: added }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ORD-1] shows orders that were made while another page was shown, without a message", async () => {
  const { page, outletId, deviceId, close } = await openWithOrders(2);
  await page.goto("/pages/home/home");
  await page.getByText("Live", { exact: true }).waitFor();
  // Opens the list in the app, so that its rows stay in the cache.
  const open = () => page.locator("main a[href*='/pages/order/order']").first().click();
  await open();
  await page.getByText(/^Orders: /).waitFor();
  const before = await rowsOf(page).count();
  await page.goBack();
  await page.locator("[data-count]").first().waitFor();
  const money = { outletId, deviceId, payType: "coin", amountMinor: 75_00, at: new Date() } as const;
  const orderId = await recordIncome(network.database, money);
  await transact(network.database, (uow) =>
    publishEvents(uow, { name: "order", outletId, customerId: null, subject: orderId, at: new Date() }),
  );
  await page.getByText("₱75.00").first().waitFor();
  await open();
  await expect.poll(() => rowsOf(page).count()).toBe(before + 1);
  await close();
});
