import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, startWithCoupon, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
  await network.addOutlet({ name: "Ayala Malls" });
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const dialog = (page: Page) => page.getByRole("dialog");
const sheetsInHistory = (page: Page) =>
  page.evaluate(() => Number((history.state as { isSheet?: true } | null)?.isSheet ?? false));
const home = "/pages/home/home";
const account = "/pages/user/user";
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function openManager() {
  const session = await signIn(server, await network.addManager([outletId]));
  return openPhone(browser, { origin: server.url, session });
}

/** Opens home, then the account page with its logout confirmation. */
async function openQuestion(page: Page): Promise<void> {
  await visit(page, home);
  await page.getByRole("link", { name: "My account" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await dialog(page).waitFor();
  await expect.poll(() => sheetsInHistory(page)).toBe(1);
}

it("[NAV-4] [DEV-1] [NAV-2] [SES-4] closes an open sheet by Back and leaves the page by the next Back, also after a reload, keeps the values chosen in filters, and leaves no page of the session in the history after a logout from a sheet", async () => {
  const { page, consoleProblems, close } = await openManager();
  const backHome = async () => {
    await page.goBack();
    await page.getByText("Income today").first().waitFor();
    expect(pathOf(page)).toBe(home);
  };
  await openQuestion(page);
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  expect(pathOf(page)).toBe(account);
  // Forward neither reopens the sheet nor navigates.
  await page.goForward();
  await expect.poll(() => sheetsInHistory(page)).toBe(0);
  expect(await dialog(page).count()).toBe(0);
  await backHome();

  // A sheet that is closed by its button leaves no history entry.
  await openQuestion(page);
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(() => sheetsInHistory(page)).toBe(0);
  await backHome();

  // A reload shows the page without the sheet.
  await openQuestion(page);
  await page.reload();
  await page.getByText("Maria Santos").waitFor();
  await expect.poll(() => sheetsInHistory(page)).toBe(0);
  await backHome();

  await page
    .getByRole("link", { name: /^Devices/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Filters" }).first().click();
  await dialog(page).getByRole("radio", { name: "Offline" }).check();
  await page.waitForURL(/online=offline/);
  expect(await dialog(page).count()).toBe(1);
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await page.waitForURL(/online=offline/);
  await backHome();
  expect(consoleProblems).toEqual([]);

  await openQuestion(page);
  await dialog(page).getByRole("button", { name: "Log out" }).click();
  await page.getByLabel("Account").waitFor();
  await expect.poll(() => sheetsInHistory(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => pathOf(page)).not.toBe(account);
  expect(await page.getByText("Maria Santos").count()).toBe(0);
  await close();
});

it("[NAV-4] closes a customer's sheet over a running massage by Back, also when it is opened again, and a nested sheet before the one below it", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("button", { name: "Use a coupon" }).click();
  await dialog(page).waitFor();
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  for (let round = 0; round < 2; round += 1) {
    await page.getByRole("button", { name: "Stop early" }).click();
    await dialog(page).waitFor();
    await expect.poll(() => sheetsInHistory(page)).toBe(1);
    await page.goBack();
    await dialog(page).waitFor({ state: "detached" });
    expect(await page.getByRole("timer").count()).toBe(1);
  }

  await page.getByRole("button", { name: "Add minutes" }).click();
  await dialog(page).getByRole("button", { name: "Use a coupon" }).click();
  await dialog(page).getByLabel("Coupon code").waitFor();
  await expect.poll(() => sheetsInHistory(page)).toBe(1);
  await page.goBack();
  await dialog(page).getByRole("button", { name: "Use a coupon" }).waitFor();
  await expect.poll(() => sheetsInHistory(page)).toBe(1);
  await page.goBack();
  await dialog(page).waitFor({ state: "detached" });
  expect(await page.getByRole("timer").count()).toBe(1);
  expect(consoleProblems).toEqual([]);
  await close();
});
