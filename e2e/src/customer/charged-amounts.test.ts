import { importPrices } from "@reposo/server/features/prices/index.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { applyCoupon, chairAddress, decidePayment, startWithCoupon, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;
let groups = 0;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

type Offer = [gear: number, minutes: number, amountMinor: number];

/** Opens a chair with a separate price list, and returns a function that replaces the list by the operator's command. */
async function openChair(...offers: Offer[]) {
  const priceGroupId = `changing-${process.pid}-${(groups += 1)}`;
  const setPrices = (...next: Offer[]) =>
    transact(network.database, (uow) =>
      importPrices(
        uow,
        next.map(([gear, minutes, amountMinor]) => {
          return { priceGroupId, currency: "PHP", name: "Massage", gear, minutes, amountMinor };
        }),
        new Date(),
      ),
    );
  await setPrices(...offers);
  const chair = await network.addChair(outletId);
  await sql`
    UPDATE device
    SET price_group_id = ${priceGroupId}
    WHERE device_id = ${chair.deviceId}`.execute(network.database);
  const ordersOf = () =>
    sql<{ amount_minor: number; minutes: number }>`
      SELECT amount_minor, minutes FROM orders
      WHERE device_id = ${chair.deviceId}`.rows(network.database);
  return { chair, setPrices, ordersOf };
}

const changed = "Prices have changed. Please check them and confirm again.";
const isChosen = (page: Page, name: RegExp) => page.getByRole("radio", { name }).isChecked();
/** Waits until the next tap is no longer treated as the second tap of a double tap, which the page ignores. */
const settle = (page: Page) => page.waitForTimeout(600);

it("[START-2] [START-3] charges the amount shown: a changed price only after it is shown, with the selected option if it still exists, and the remaining amount after a coupon's discount", async () => {
  const { chair, setPrices, ordersOf } = await openChair([1, 1, 500], [2, 10, 5_000]);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("radio", { name: /10 min/ }).check();
  await setPrices([1, 1, 600], [2, 10, 6_000], [3, 20, 12_000]);
  await page.getByRole("button", { name: "Pay ₱50.00" }).click();
  await page.getByRole("alert").getByText(changed).waitFor();
  await page.getByRole("button", { name: "Pay ₱60.00" }).waitFor();
  expect(await isChosen(page, /10 min/)).toBe(true);
  await page.getByText("₱120.00").waitFor();
  expect(await ordersOf()).toEqual([]);
  await settle(page);
  await page.getByRole("button", { name: "Pay ₱60.00" }).click();
  await page.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await page.getByText("₱60.00", { exact: true }).waitFor();
  expect(await ordersOf()).toEqual([{ amount_minor: 6_000, minutes: 10 }]);

  const discounted = await network.addChair(outletId);
  const sheet = page.getByRole("dialog");
  await visit(page, chairAddress(discounted.deviceId));
  await applyCoupon(page, await network.addCoupon({ percent: 40 }));
  // The coupon covers no price completely, so the selected price stays selected.
  await sheet.getByText("₱5.00₱3.00").waitFor();
  await sheet.getByText("₱1,234.50₱740.70").waitFor();
  // On a small phone, the button stays in view below prices that do not fit.
  await page.setViewportSize({ width: 360, height: 560 });
  const pay = sheet.getByRole("button", { name: "Pay ₱3.00" });
  expect(await pay.evaluate((button) => button.getBoundingClientRect().bottom)).toBeLessThan(560);
  await pay.click();
  await page.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await page.getByText("₱3.00", { exact: true }).waitFor();
  await decidePayment(page, "pay");
  await page.getByRole("timer").waitFor();
  expect(discounted.state().running).toMatchObject({ gear: 1, totalSeconds: 60 });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CNT-1] [START-3] keeps a price that is chosen by keyboard above the buttons for adding minutes", async () => {
  const { chair } = await openChair(...[10, 20, 30, 40, 50, 60].map((n): Offer => [1, n, n * 500]));
  const { page, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  await page.setViewportSize({ width: 360, height: 560 });
  await page.getByRole("button", { name: "Add minutes" }).click();
  const sheet = page.getByRole("dialog");
  const prices = sheet.getByRole("radio");
  await prices.first().focus();
  const pay = sheet.getByRole("button", { name: /^Pay/ });
  for (let index = 1; index < (await prices.count()); index += 1) {
    await page.keyboard.press("ArrowDown");
    const bottom = () =>
      sheet
        .locator("label")
        .nth(index)
        .evaluate((line) => line.getBoundingClientRect().bottom);
    const top = await pay.evaluate((button) => button.getBoundingClientRect().top);
    await expect.poll(bottom).toBeLessThanOrEqual(top);
  }
  await close();
});
