import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, decidePayment, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { recordIncome } from "#stage/record-income.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

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

/** Opens a manager's page of an order that was paid in cash, on a small phone. */
async function openOrder(largeText: boolean) {
  const { database } = network;
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  const manager = await network.addManager([outletId]);
  const { account_id: accountId } = await sql<{ account_id: string }>`
    SELECT account_id FROM account
    WHERE login_name = ${manager.account}`.firstRow(database);
  const cash = {
    outletId,
    deviceId,
    at: new Date(),
    payType: "cash",
    amountMinor: 50_00,
    accountId,
  } as const;
  await recordIncome(database, cash);
  const { order_id: orderId } = await sql<{
    order_id: string;
  }>`SELECT order_id FROM orders WHERE device_id = ${deviceId}`.firstRow(database);
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session, largeText });
  await phone.page.setViewportSize({ width: 360, height: 640 });
  await visit(phone.page, `/pages/order/order?orderId=${orderId}`);
  await phone.page.getByText("Cash received by").waitFor();
  return phone;
}

/** Whether no bar at the edges of the window covers the upper edge, the middle, or the lower edge of the element. */
const isClear = (element: Locator) =>
  element.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
      const hit = document.elementFromPoint((left + right) / 2, y);
      return hit !== null && (shown.contains(hit) || hit.contains(shown));
    });
  });

const nameOf = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent.trim().slice(0, 40) ?? "nothing");

/** Presses keys that move the focus, and returns the names of the elements that a bar covers while they have it. */
async function coveredElements(page: Page, keys: readonly string[]) {
  const focused = page.locator("main :focus");
  const covered: string[] = [];
  let seen = 0;
  for (const key of keys) {
    await page.keyboard.press(key);
    if ((await focused.count()) === 0) continue;
    seen += 1;
    if (!(await isClear(focused))) covered.push(await nameOf(page));
  }
  return { covered, seen };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Returns the texts of all controls and paragraphs that fixed buttons cover before the user scrolls. */
async function coveredAtFirst(page: Page): Promise<string[]> {
  const foot = page.locator("footer");
  if ((await foot.evaluate((element) => getComputedStyle(element).position)) === "static") return [];
  const covered: string[] = [];
  for (const element of await page
    .locator("main :is(label, p:not(.visually-hidden), button, a)")
    .filter({ visible: true })
    .all())
    if (!(await isClear(element))) covered.push(await element.innerText());
  return covered;
}

it.each([false, true])(
  "[START-2] [CNT-1] [CNT-2] [NAV-5] with text twice as large: %s, the fixed bars and buttons of a chair and of its orders cover nothing before scrolling and no element with keyboard focus, and scrolling can move every row out from under the tab bar",
  async (largeText) => {
    const { deviceId } = await network.addChair(await network.addOutlet());
    const { page, close } = await openPhone(browser, { origin: server.url, largeText });
    // So low that the fixed buttons cover the last price at first.
    await page.setViewportSize({ width: 360, height: 500 });
    await visit(page, chairAddress(deviceId));
    await page.getByRole("radio").first().focus();
    // The price's line is the label around its invisible radio button.
    const chosen = page.locator("main label:has(:focus)");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"]) {
      await page.keyboard.press(key);
      expect(await isClear(chosen)).toBe(true);
    }

    await page.setViewportSize({ width: 360, height: 640 });
    await visit(page, chairAddress(deviceId));
    expect(await coveredAtFirst(page)).toEqual([]);

    await press(page, "Pay ₱5.00");
    await decidePayment(page, "leave");
    await page.getByText("Waiting for your payment").waitFor();
    expect(await coveredAtFirst(page)).toEqual([]);

    await press(page, "Pay ₱5.00");
    await decidePayment(page, "pay");
    await page.getByRole("timer").waitFor();
    expect(await coveredAtFirst(page)).toEqual([]);

    await press(page, "Add minutes");
    await press(page, "Pay ₱5.00");
    await decidePayment(page, "leave");
    await page.getByRole("button", { name: "Cancel", exact: true }).waitFor();
    expect(await coveredAtFirst(page)).toEqual([]);
    await close();

    const { page: ordered, close: closeOrdered } = await openOrder(largeText);
    const { covered, seen } = await coveredElements(ordered, [
      ...Array<string>(25).fill("Tab"),
      ...Array<string>(25).fill("Shift+Tab"),
    ]);
    expect(seen).toBeGreaterThan(4);
    expect(covered).toEqual([]);

    const row = ordered.locator("dl > div").filter({ hasText: "Cash received by" });
    await row.evaluate((element) => element.scrollIntoView({ block: "end" }));
    expect(await isClear(row)).toBe(true);
    await closeOrdered();
  },
);
