import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
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

/** Opens the order list of a manager whose only outlet has past orders. */
async function openOrders(count: number, viewport: { width: number; height: number }) {
  const outletId = await network.addOutlet({ name: "Trinoma" });
  const deviceIds = [await network.addDevice(outletId)];
  await addPastOrders(network.database, { outletId, deviceIds, count });
  const session = await signIn(server, await network.addManager([outletId]));
  const phone = await openPhone(browser, { origin: server.url, session });
  await phone.page.setViewportSize(viewport);
  await visit(phone.page, "/pages/order/order");
  await phone.page.locator("[data-row]").first().waitFor();
  return phone;
}

it("[WIDE-1] [ORD-1] keeps the day in view while the table scrolls, without covering the row with the focus", async () => {
  const { page, close } = await openOrders(40, { width: 1440, height: 700 });
  await page.locator("[role=rowheader] a").nth(30).focus();
  for (let at = 0; at < 25; at += 1) {
    const { day, covered } = await page.evaluate(() => {
      const headers = document.querySelector("[role=columnheader]")?.parentElement?.getBoundingClientRect();
      const line = document.elementFromPoint(700, (headers?.bottom ?? 0) + 20);
      const below = line?.closest("[role=row]")?.getBoundingClientRect().bottom ?? 0;
      return {
        day: line?.closest("[role=row]")?.textContent,
        covered: below - (document.activeElement?.getBoundingClientRect().top ?? 0),
      };
    });
    expect(day).toMatch(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d/);
    expect(covered).toBeLessThanOrEqual(0);
    await page.keyboard.press("ArrowUp");
  }
  await close();
});

const focusedRow = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.row ?? null);

it("[WIDE-1] opens, reads, and closes an order of the table by keyboard; no card of its detail is cut off, and links are 24 px high", async () => {
  const { page, consoleProblems, close } = await openOrders(40, { width: 1440, height: 700 });
  await page.getByRole("table", { name: "Orders" }).waitFor();
  const links = page.locator("[role=rowheader] a");
  const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);

  await page.keyboard.press("/");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
  await links.first().focus();
  const first = await focusedRow(page);
  await page.keyboard.press("ArrowDown");
  const second = await focusedRow(page);
  expect(second).not.toBe(first);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Order details" }).waitFor();
  await page.getByRole("heading", { name: "All details" }).click();
  await page.getByText("Order ID", { exact: true }).waitFor();
  const cards = page.locator("section:has(> div > h2) > *");
  expect(await cards.count()).toBeGreaterThan(1);
  const cutOff = await cards.evaluateAll((cards) =>
    cards.map((card) => card.scrollHeight - card.clientHeight).filter((hidden) => hidden > 1),
  );
  expect(cutOff).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 2, name: "Order details" }).waitFor({ state: "detached" });
  expect(await focusedRow(page)).toBe(second);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ORD-1] loads a list of a phone while it is scrolled, beyond 300 rows, with the sum of each day", async () => {
  const { page, consoleProblems, close } = await openOrders(420, { width: 360, height: 640 });
  const rows = page.locator("[data-row]");
  const end = page.getByText("End of list");
  while (!(await end.isVisible())) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  expect(await rows.count()).toBe(420);
  const days = await page.locator("li h2").allInnerTexts();
  expect(new Set(days).size).toBe(days.length);
  expect(days.length).toBeGreaterThan(1);
  await page
    .locator("li:has(h2)")
    .filter({ hasText: /₱[1-9]/ })
    .first()
    .waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
