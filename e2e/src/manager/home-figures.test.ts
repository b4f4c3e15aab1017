import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, type PhoneOptions } from "#browser/phone.ts";
import { delayRequests, visit, withoutContent } from "#browser/steps.ts";
import { openCutLine } from "#stage/cut-line.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";

const server = inject("server");
const home = "/pages/home/home";
const day = 86_400_000;
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

/**
 * Creates an outlet with a chair and a manager. Income is recorded in the first minutes of a day, so that it is in the
 * past.
 */
async function newPricedOutlet(options: { permissions?: readonly ("home" | "details" | "user")[] } = {}) {
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  const manager = await network.addManager([outletId], options);
  const start = manilaMidnight(new Date()).getTime();
  const record = (daysAgo: number, payType: "online" | "coin", amountMinor: number) =>
    recordIncome(network.database, {
      outletId,
      deviceId,
      payType,
      amountMinor,
      at: new Date(Math.min(start + 1_000, Date.now()) - daysAgo * day),
    });
  const recordLate = (daysAgo: number, amountMinor: number) =>
    recordIncome(network.database, {
      outletId,
      deviceId,
      payType: "coin",
      amountMinor,
      at: new Date(Math.min(Date.now() + 120_000, start + day - 1) - daysAgo * day),
    });
  return { manager, record, recordLate };
}

async function openHome(
  who: ManagerAccount,
  options: Partial<PhoneOptions> & { before?: (page: Page) => Promise<unknown> } = {},
) {
  const { before, ...phoneOptions } = options;
  const session = await signIn(server, who);
  const phone = await openPhone(browser, { origin: server.url, session, ...phoneOptions });
  await before?.(phone.page);
  await visit(phone.page, home);
  return phone;
}

const compared = (page: Page, name: string) => page.locator(`[data-compared=${name}]`);

it("[HOME-2] [DAY-1] lists exactly the orders that a figure counts, and none of another day", async () => {
  const { manager, record } = await newPricedOutlet();
  await record(0, "online", 100_00);
  await record(0, "coin", 100_00);
  await record(1, "coin", 100_00);
  const { page, close } = await openHome(manager);
  const normal = page.locator("a[href*=completed]");
  expect(await normal.innerText()).toMatch(/\b2$/);
  await normal.click();
  await page.getByText("Orders: 2", { exact: true }).waitFor();
  await close();
});

it("[I18N-3] [HOME-1] abbreviates amounts that do not fit, and also shows the full amount", async () => {
  const { manager, record } = await newPricedOutlet();
  await record(0, "online", 1_234_567_890_12);
  const { page, close } = await openHome(manager, { language: "id_ID" });
  await page.getByText("₱1,23 M", { exact: true }).first().waitFor();
  await page.getByText("₱1.234.567.890,12", { exact: true }).first().waitFor();
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBe(0);
  await close();
});

it("[HOME-3] updates income live, and refetches it on a tap", async () => {
  const { manager, record } = await newPricedOutlet();
  const { page, close } = await openHome(manager);
  await page.getByText("Live", { exact: true }).waitFor();
  await record(0, "coin", 75_00);
  await page.locator("[data-currency]").getByText("₱75.00").first().waitFor();
  expect(await compared(page, "yesterday").innerText()).toContain("+₱75.00");
  const requested = page.waitForRequest("**/h5/incomeComparison");
  await page.getByRole("button", { name: "Refresh" }).click();
  await requested;
  await close();
});

const statistics = "**/statistics/appStatistics";
const later = { json: { code: 500, message: "try later", data: null }, status: 500 };
const refuse = (page: Page) => page.route(statistics, (route) => route.fulfill(later));

it("[HOME-3] marks stale figures, and shows a lost connection", async () => {
  const { manager, record } = await newPricedOutlet();
  await record(0, "coin", 75_00);
  const line = await openCutLine(server.url);
  const { page, close } = await openHome(manager, { origin: line.origin });
  await page.getByText("₱75.00").first().waitFor();
  await page.getByText("Live", { exact: true }).waitFor();

  await refuse(page);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/These figures could not be refreshed/).waitFor();
  await page.getByText("₱75.00").first().waitFor();
  await page.unroute(statistics);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/^As of/).waitFor();

  line.cut();
  await page
    .getByText(/Live updates are interrupted|could not be refreshed/)
    .first()
    .waitFor();
  await page.getByText("₱75.00").first().waitFor();
  expect(await page.getByText(/^As of/).count()).toBe(0);
  await close();
  await line.close();
});

it("[HOME-3] reserves the space of the figures while they load", async () => {
  const { manager } = await newPricedOutlet();
  let answer = (): void => undefined;
  const { page, close } = await openHome(manager, {
    before: async (opened) => {
      await withoutContent(opened);
      answer = await delayRequests(opened, "**/statistics/appStatistics");
    },
  });
  const skeleton = page.locator("#app main [role=status][aria-label=Loading]");
  let expected = 0;
  const measure = async () => {
    expected = await skeleton.evaluate((element) => (element.firstElementChild as HTMLElement).offsetHeight);
    return expected;
  };
  // Before the account is known, another placeholder is shown, whose height is 0 when it is removed.
  await expect.poll(measure).toBeGreaterThan(0);
  answer();
  const card = page.locator("[data-currency]");
  await card.waitFor();
  const shown = await card.evaluate((element) => (element.parentElement as HTMLElement).offsetHeight);
  expect(Math.abs(shown - expected), `${expected} px held for ${shown}`).toBeLessThanOrEqual(24);
  await close();
});
