import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { manilaMidnight } from "#stage/record-income.ts";

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

/** The rows without the headings of days. */
const rowsOf = (page: Page) => page.getByRole("list", { name: "Orders" }).locator("li:has([data-row])");
const orderNames = (page: Page) =>
  rowsOf(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("data-row")));

const moreButton = (page: Page) => page.getByRole("button", { name: "Load more" });

/** Taps "Load more" and waits until the loaded rows are rendered. */
async function loadMore(page: Page): Promise<void> {
  const before = await rowsOf(page).count();
  await moreButton(page).click();
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(before);
}

async function loadAll(page: Page, end: string): Promise<void> {
  await moreButton(page).or(page.getByText(end)).first().waitFor();
  while ((await moreButton(page).count()) > 0) await loadMore(page);
}

/**
 * Opens a phone of a manager with two outlets: one with two offline chairs and `count` past orders, by default until now, and
 * an empty one.
 */
async function openManager(count: number, before?: Date) {
  const outletId = await network.addOutlet({ name: "Trinoma" });
  const deviceIds = [await network.addDevice(outletId), await network.addDevice(outletId)];
  const orders = await addPastOrders(network.database, {
    outletId,
    deviceIds,
    count,
    ...(before && { before }),
  });
  const manager = await network.addManager([outletId, await network.addOutlet({ name: "Glorietta" })]);
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  return { ...phone, outletId, deviceIds, orders };
}

it("[ORD-1] [ORD-2] shows every field of an order, returns to the same position of the list, and renders the visible part of the filters in the frame of the tap", async () => {
  const { page, orders, consoleProblems, close } = await openManager(120);
  await visit(page, "/pages/order/order?payType=coupon&payType=online&payType=coin");
  const offered = orders.filter(({ pay_type }) => ["coupon", "online", "coin"].includes(pay_type));
  const target = offered.findLast(({ pay_type, status }) => pay_type === "coupon" && status === "completed");
  const row = page.locator(`[data-row="${target?.order_id}"]`);
  await moreButton(page).waitFor();
  while ((await row.count()) === 0) await loadMore(page);
  await row.scrollIntoViewIfNeeded();
  const before = await row.evaluate((element) => element.getBoundingClientRect().top);
  await row.click();
  await page.getByRole("heading", { name: "Order details" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Order details");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const fact = (name: string) =>
    page
      .locator("dl > div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd");
  expect(await fact("Device").innerText()).toContain(target?.device_id ?? "");
  expect(await fact("Payment method").innerText()).toBe("Coupon");
  await page.getByRole("list", { name: "Timeline" }).getByText("Finished").waitFor();
  await page.getByRole("heading", { name: "All details" }).click();
  expect(await fact("Order ID").innerText()).toBe(target?.order_id);
  expect(await fact("Order number").innerText()).toBe(target?.order_number);
  expect(await fact("Order status").innerText()).toBe("Completed");
  expect(await fact("Intensity used").innerText()).toBe(String(target?.gear));
  expect(await fact("Coupon type").last().innerText()).toBe("Free massage");
  expect(await fact("Coupon code").innerText()).toBe(target?.coupon_code);
  expect(await fact("Cash coupon code").innerText()).toBe("—");
  expect(await fact("Refunded").count()).toBe(0);
  expect(await page.getByRole("button", { name: /Stop massage|Cancel order/ }).count()).toBe(0);

  await page.getByRole("button", { name: "Back" }).click();
  await row.waitFor();
  // Poll, because the row exists before the page has scrolled to it and focused it.
  await expect
    .poll(() => row.evaluate((element) => element.getBoundingClientRect().top))
    .toBeCloseTo(before, -1);
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);

  // After visiting another page, Back also returns to the row.
  await row.click();
  await page.getByRole("heading", { name: "Order details" }).waitFor();
  await page.getByRole("link", { name: target?.device_id ?? "" }).click();
  await page.getByRole("heading", { level: 1, name: `Chair ${target?.device_id}` }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Order details" }).waitFor();
  await page.goBack();
  await row.waitFor();
  await expect
    .poll(() => row.evaluate((element) => element.getBoundingClientRect().top))
    .toBeCloseTo(before, -1);

  await visit(page, "/pages/order/order?orderId=0199f0a0-0000-7000-8000-000000000000");
  await page.getByText("Order not found").waitFor();

  // The visible part of the filters is rendered in the frame of the tap, and the rest afterwards.
  await visit(page, "/pages/order/order");
  const dates = page.locator("dialog input[type=date]");
  // Open the filters once, so that their code is loaded and the next tap renders them immediately.
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await dates.nth(1).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await dates.first().waitFor({ state: "detached" });
  const atOnce = await page.evaluate(async () => {
    const buttons = [...document.querySelectorAll("button")];
    buttons.find((button) => button.textContent.trim() === "Filters")?.click();
    // Awaiting promises runs only microtasks, so the browser renders no frame in this loop.
    for (let turn = 0; turn < 50 && document.querySelector("dialog") === null; turn += 1)
      await Promise.resolve();
    return ["label", "input[type=date]"].map((what) => document.querySelectorAll(`dialog ${what}`).length);
  });
  expect(atOnce[0]).toBeGreaterThan(10);
  expect(atOnce[1]).toBe(0);
  await dates.nth(1).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ORD-1] keeps the day and the choice of a date in view while the list scrolls, without covering the row with the focus", async () => {
  // The middle of a day at the outlet: between two days, the next heading replaces that of the day.
  const noon = new Date(manilaMidnight(new Date()).getTime() - 12 * 3_600_000);
  const { page, close } = await openManager(18, noon);
  await visit(page, "/pages/order/order");
  await expect.poll(() => rowsOf(page).count()).toBe(18);
  const order = await orderNames(page);
  await page.locator(`[data-row="${order.at(-1)}"]`).focus();
  const positions = () =>
    page.evaluate(() => {
      const line =
        document.querySelector("[role=status]")?.parentElement?.getBoundingClientRect().bottom ?? 0;
      const heading = document.elementFromPoint(180, line + 20)?.closest("li");
      const { top = 0, bottom = 0 } = heading?.getBoundingClientRect() ?? {};
      return {
        jumps: heading?.textContent.includes("Jump to a date"),
        gap: Math.round(top - line),
        focused: (document.activeElement?.getBoundingClientRect().top ?? 0) - bottom,
      };
    });
  for (let at = 0; at < 15; at += 1) {
    const { focused, ...heading } = await positions();
    expect(heading).toEqual({ jumps: true, gap: 0 });
    expect(focused).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Shift+Tab");
  }
  await close();
});

it("[ORD-1] [CNT-2] offers to load new orders, updates a running one live, and stops it after a confirmation", async () => {
  const outletId = await network.addOutlet({ name: "Cubao" });
  const chair = await network.addChair(outletId);
  await addPastOrders(network.database, { outletId, deviceIds: [chair.deviceId], count: 3 });
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, context, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  const stream = page.waitForResponse(
    (response) => response.url().endsWith(liveEventsPath) && page.url().endsWith("/pages/order/order"),
  );
  await visit(page, "/pages/order/order");
  await page.getByText("Orders: 3").waitFor();
  await stream;

  const counter = await context.newPage();
  await visit(counter, `/pages/index/index?deviceId=${chair.deviceId}`);
  await counter.getByRole("radio", { name: /20 min/ }).check();
  await counter.getByRole("button", { name: "Cash ₱1,234.50 received: start" }).click();
  await counter.getByRole("timer").waitFor();

  await page.getByRole("button", { name: "Show 1 new" }).waitFor();
  expect(await rowsOf(page).count()).toBe(3);
  await page.getByRole("button", { name: "Show 1 new" }).click();
  await page.getByText("Orders: 4").waitFor();
  const row = rowsOf(page).first();
  await row.getByText("Running").waitFor();
  await expect.poll(() => row.innerText()).toMatch(/\d\d:\d\d/);
  await row.getByRole("link").click();
  await page.getByText(/^\d\d:\d\d left$/).waitFor();
  await page.getByRole("button", { name: "Stop massage" }).click();
  await page.getByRole("button", { name: "Keep running" }).click();
  expect(chair.state().running).not.toBeNull();
  await page.getByRole("button", { name: "Stop massage" }).click();
  await page.getByRole("button", { name: "Stop now" }).click();
  await page.getByText("Stopped early").waitFor();
  await until(() => chair.state().running === null, "the chair to stop");
  await page.goBack();
  // The list under the order was updated as well.
  await row.getByText("Completed").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ORD-1] returns to the same row with large text and rows of different heights, after another page and a reload", async () => {
  const names = ["Trinoma", "Ayala Malls Manila Bay, North Wing, Ground Floor, beside the Atrium"];
  const outletIds: string[] = [];
  for (const [at, name] of names.entries()) {
    const outletId = await network.addOutlet({ name });
    outletIds.push(outletId);
    const deviceIds = [await network.addDevice(outletId)];
    await addPastOrders(network.database, { outletId, deviceIds, count: 40, everyMinutes: 7 + at });
  }
  const manager = await network.addManager(outletIds);
  const session = await signIn(server, manager);
  const { page, close } = await openPhone(browser, { origin: server.url, session, largeText: true });
  await visit(page, "/pages/order/order");
  await loadAll(page, "End of list");
  await expect.poll(() => rowsOf(page).count()).toBe(80);
  const order = await orderNames(page);
  /** Returns the row's position once it has been the same for ten frames. */
  const topOf = (name: string | null) =>
    page.locator(`[data-row="${name}"]`).evaluate(async (row) => {
      let top = row.getBoundingClientRect().top;
      for (let same = 0; same < 10; same += 1) {
        await new Promise(requestAnimationFrame);
        const now = row.getBoundingClientRect().top;
        if (now !== top) same = 0;
        top = now;
      }
      return top;
    });
  const returnsFrom = async (leave: () => Promise<unknown>, name: string | null) => {
    await page.locator(`[data-row="${name}"]`).evaluate((row) => row.scrollIntoView({ block: "center" }));
    const before = await topOf(name);
    expect(Math.abs(before)).toBeLessThan(500);
    await leave();
    await page.locator(`[data-row="${name}"]`).waitFor();
    await expect.poll(() => topOf(name)).toBeCloseTo(before, -1);
    expect(await topOf(name)).toBeCloseTo(before, -1);
  };
  for (const at of [70, 35])
    await returnsFrom(async () => {
      await page.locator(`[data-row="${order[at]}"]`).click();
      await page.getByRole("heading", { name: "Order details" }).waitFor();
      await page.getByRole("link", { name: "Data overview" }).click();
      await page.getByRole("heading", { name: "Data overview" }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { name: "Order details" }).waitFor();
      await page.goBack();
      expect(await rowsOf(page).count()).toBe(80);
    }, order[at] ?? null);
  // The document of a reload contains the first page of the list.
  await returnsFrom(() => page.reload(), order[12] ?? null);
  await close();
});
