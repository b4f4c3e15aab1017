import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { applyCoupon, chairAddress, delayReply, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

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

const sheet = (page: Page) => page.getByRole("dialog");

it("[START-3] shows the remaining amount after a coupon's discount, and charges that amount", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await applyCoupon(page, await network.addCoupon({ percent: 40 }));
  // The coupon covers no price completely, so the selected price stays selected.
  await sheet(page).getByText("₱5.00₱3.00").waitFor();
  await sheet(page).getByText("₱1,234.50₱740.70").waitFor();
  await sheet(page).getByRole("button", { name: "Pay ₱3.00" }).click();
  await page.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await page.getByText("₱3.00").waitFor();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 1, totalSeconds: 60 });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[START-3] ignores the result of an earlier code when another code was entered", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await applyCoupon(page, "NO-SUCH-CODE");
  const field = sheet(page).getByLabel("Coupon code");
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");

  const apply = sheet(page).getByRole("button", { name: "Apply", exact: true });
  const release = await delayReply(page, "**/data-centre/coupon-prices");
  await field.fill(await network.addCoupon({ percent: 40 }));
  await apply.click();
  await field.fill(await network.addCoupon());
  await release();
  await expect.poll(() => sheet(page).locator("[aria-busy=true]").count()).toBe(0);
  expect(await sheet(page).getByText("₱3.00").count()).toBe(0);
  expect(await field.getAttribute("aria-invalid")).not.toBe("true");
  await apply.click();
  await sheet(page).getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 3, totalSeconds: 1_200 });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[START-3] keeps the price that the customer chose if the coupon covers it", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("radio", { name: /10 min/ }).check();
  await applyCoupon(page, await network.addCoupon());
  await sheet(page).getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 2, totalSeconds: 600 });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[START-3] tells customers where to enter a cash coupon, and managers that only customers can use one", async () => {
  const chair = await network.addChair(outletId);
  const code = await network.addCoupon();
  await sql`
    UPDATE coupon
    SET property = 'cash', value_minor = 500000, currency = 'PHP'
    WHERE code = ${code}`.execute(network.database);
  const customer = await openPhone(browser, { origin: server.url });
  await visit(customer.page, chairAddress(chair.deviceId));
  await applyCoupon(customer.page, code);
  await sheet(customer.page).getByText("This is a cash coupon: use it under “Cash coupon”").waitFor();
  const session = await signIn(server, await network.addManager([outletId]));
  const manager = await openPhone(browser, { origin: server.url, session });
  await visit(manager.page, chairAddress(chair.deviceId));
  await applyCoupon(manager.page, code);
  await sheet(manager.page).getByText("Only customers can use a cash coupon").waitFor();
  expect([...customer.consoleProblems, ...manager.consoleProblems]).toEqual([]);
  await customer.close();
  await manager.close();
});
