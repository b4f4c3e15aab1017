import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { manilaDate, manilaMidnight } from "#stage/record-income.ts";
import { type Network, openNetwork, presenceOf, until } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
const hourMs = 3_600_000;
const manilaOffsetMs = 8 * hourMs;
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

it("[CASH-2] shows coins inserted while a chair was offline live after it reconnects: in their hour of the chart, on home, and in the order list, or as late entries of their month after it was closed", async () => {
  const outletId = await network.addOutlet();
  const chair = await network.addChair(outletId);
  const who = await network.addManager([outletId]);
  const session = await signIn(server, who);
  const { page, context, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  const [list, home] = [await context.newPage(), await context.newPage()];
  await visit(list, "/pages/order/order?orderType=coin");
  await list.getByText("No orders match these filters.").waitFor();
  await visit(home, "/pages/home/home");
  await home.getByText("₱0.00").first().waitFor();
  await visit(page, "/pages/dataChart/dataChart?range=last7Days&view=hours&table=1");
  await page.getByText("Live", { exact: true }).waitFor();

  chair.setFaults({ offline: true });
  await until(
    async () => !(await presenceOf(network.database, chair.deviceId)).online,
    "the chair to go offline",
  );
  // Set the chair's clock back, so that the coins are inserted five hours ago.
  chair.clock.jump(-5 * hourMs);
  const insertedAt = Date.now() - 5 * hourMs;
  for (let coin = 0; coin < 2; coin += 1) chair.insertCoin(10_00, "PHP");
  expect(await page.getByText("₱20.00").count()).toBe(0);
  chair.setFaults({ offline: false });

  const local = new Date(insertedAt + manilaOffsetMs);
  const hour = `${String(local.getUTCHours()).padStart(2, "0")}:00`;
  const row = page.getByRole("row").filter({ hasText: "₱20.00" }).filter({ hasText: hour });
  await row.first().waitFor();
  expect(await page.locator("tbody").getByRole("row").filter({ hasText: "₱20.00" }).count()).toBe(1);

  await list
    .getByRole("listitem")
    .filter({ hasText: chair.deviceId })
    .filter({ hasText: "₱20.00" })
    .waitFor();
  expect(await list.getByText(/Late entry/).count()).toBe(0);
  // Home shows only today's income, to which the coins belong unless the test runs before 5:00 in Manila.
  if (insertedAt >= manilaMidnight(new Date()).getTime()) await home.getByText("₱20.00").first().waitFor();
  const orders = await sql<{ order_type: string; amount_minor: number; ordered_at: Date }>`
    SELECT order_type, amount_minor, ordered_at FROM orders
    WHERE device_id = ${chair.deviceId}`.rows(network.database);
  expect(orders).toMatchObject([{ order_type: "coin", amount_minor: 20_00 }]);
  expect(Math.abs((orders[0]?.ordered_at.getTime() ?? 0) - insertedAt)).toBeLessThan(60_000);

  // Coins that arrive after their month was closed are late entries of the month.
  const late = await network.addChair(outletId);
  const { deviceId } = late;
  const longAgo = Date.now() - 40 * 24 * hourMs;
  await sql`
    UPDATE device
    SET installed_at = ${new Date(longAgo - 24 * hourMs)}
    WHERE device_id = ${deviceId}`.execute(network.owner);
  const day = manilaDate(new Date(longAgo));
  await visit(page, `/pages/details/details?range=custom&startDate=${day}&endDate=${day}`);
  await page.getByText(`Device ${deviceId}`).or(page.getByText(deviceId)).first().waitFor();
  expect(await page.getByRole("heading", { name: "Late entries" }).count()).toBe(0);

  late.setFaults({ offline: true });
  await until(async () => !(await presenceOf(network.database, deviceId)).online, "the chair to go offline");
  late.clock.jump(-40 * 24 * hourMs);
  for (let coin = 0; coin < 2; coin += 1) late.insertCoin(10_00, "PHP");
  late.setFaults({ offline: false });

  const lateEntry = page.getByRole("list", { name: "Late entries" }).getByRole("listitem");
  await lateEntry.waitFor();
  const text = await lateEntry.innerText();
  for (const part of [`Chair ${deviceId}`, "Coins: 2", "Recorded on", "₱20.00"]) expect(text).toContain(part);
  await lateEntry.getByRole("link").click();
  await page.getByText("Coins", { exact: true }).first().waitFor();
  const mark = page.getByRole("listitem").getByText(/^Late entry · Recorded on \w+ \d+, \d{4}$/);
  await expect.poll(() => mark.count()).toBe(2);
  const chairPage = page.getByRole("link", { name: "Chair details" });
  expect(await chairPage.getAttribute("href")).toBe(`/pages/device/device?deviceId=${deviceId}`);

  await visit(page, `/pages/order/order?deviceId=${deviceId}`);
  const order = page.getByRole("listitem").filter({ hasText: "₱20.00" });
  await order.getByText(/^Late entry · Recorded on \w+ \d+, \d{4}$/).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
