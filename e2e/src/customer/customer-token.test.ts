import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { chairAddress, logIn, startWithCoupon, stopEarly, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet({ name: "Ayala Center Cebu" });
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const quickStart = "/pages/quickStart/quickStart";
const atLogin = (url: URL) => url.pathname === "/pages/login/login";
const recentOrders = (page: Page) => page.getByRole("list", { name: "Your recent orders" }).getByRole("link");

async function logOutByHand(page: Page): Promise<void> {
  await visit(page, "/pages/user/user");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(atLogin);
}

it("[WHO-2] [SES-4] [LOGIN-4] keeps the customer's token and recent orders through a manager's login, logout, and login elsewhere", async () => {
  const manager = await network.addManager([outletId]);
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon());
  await stopEarly(page);
  await page.getByText("Thank you", { exact: true }).waitFor();
  const customerToken = await storedValue(page, "token");

  await visit(page, "/");
  await logIn(page, manager);
  expect(await storedValue(page, "kind")).toBe("manager");
  // A chair's link uses the manager's session and issues no customer token.
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("button", { name: "Cash ₱5.00 received: start" }).waitFor();
  await logOutByHand(page);

  const isCustomer = async () =>
    expect([await storedValue(page, "token"), await storedValue(page, "kind")]).toEqual([
      customerToken,
      "customer",
    ]);
  await isCustomer();
  // The manager's pages do not accept the customer's token.
  await visit(page, "/pages/user/user");
  await page.waitForURL(atLogin);
  await visit(page, quickStart);
  await expect.poll(() => recentOrders(page).count()).toBe(1);
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("button", { name: /^Pay/ }).waitFor();
  expect(consoleProblems).toEqual([]);

  await visit(page, "/");
  await logIn(page, manager);
  await page.getByText("Live", { exact: true }).waitFor();
  const other = await openPhone(browser, { origin: server.url });
  await visit(other.page, "/");
  await logIn(other.page, manager);
  await page.waitForURL(atLogin);
  await isCustomer();
  await other.close();
  await close();
});
