import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, type PhoneOptions } from "#browser/phone.ts";
import { delayRequests, visit, withoutLaunch, withoutStream } from "#browser/steps.ts";
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

it("[HOME-1] compares today with yesterday and the same weekday of last week, up to the same minute", async () => {
  const { manager, record, recordLate } = await newPricedOutlet();
  await record(0, "online", 1_500_00);
  await record(0, "coin", 500_00);
  await record(1, "coin", 1_600_00);
  await record(7, "online", 8_000_00);
  // Income of yesterday at a later time of day than now, which the comparison must exclude.
  await recordLate(1, 999_00);
  const { page, consoleProblems, close } = await openHome(manager);
  await page.getByText("₱2,000.00").first().waitFor();
  expect(await compared(page, "yesterday").innerText()).toMatch(
    /More:\s+\+25%\s+\+₱400.00\s+Yesterday until \d\d:\d\d\s+₱1,600.00/,
  );
  expect(await compared(page, "yesterday").getAttribute("data-direction")).toBe("up");
  expect(await page.locator("[data-period=yesterday]").innerText()).toContain("₱2,599.00");
  expect(await compared(page, "lastWeek").innerText()).toMatch(
    /Less:\s+-75%\s+-₱6,000.00\s+\w+day last week until \d\d:\d\d\s+₱8,000.00/,
  );
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[HOME-1] shows no percentage if the earlier income is zero, and shows when income is unchanged", async () => {
  const { manager, record } = await newPricedOutlet();
  await record(0, "coin", 300_00);
  await record(7, "coin", 300_00);
  const { page, close } = await openHome(manager);
  await compared(page, "yesterday").waitFor();
  expect(await compared(page, "yesterday").innerText()).toMatch(
    /\+₱300.00\s+Yesterday until \d\d:\d\d\s+₱0.00/,
  );
  expect(await compared(page, "yesterday").innerText()).not.toContain("%");
  expect(await compared(page, "lastWeek").innerText()).toContain("No change");
  await close();
});

it("[HOME-1] [HOME-2] links every figure to its rows", async () => {
  const { manager, record } = await newPricedOutlet();
  await record(0, "online", 1_234_50);
  const { page, consoleProblems, close } = await openHome(manager);
  await page.locator("[data-currency]").waitFor();
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Manila" }).format(Date.now());
  const today = `startDate=${date}&endDate=${date}`;
  const links = await page
    .locator("main a[href]")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual([
    "/pages/details/details?range=today&currency=PHP",
    "/pages/details/details?range=today&currency=PHP&channel=online",
    "/pages/details/details?range=today&currency=PHP&channel=cash",
    "/pages/details/details?range=yesterday&currency=PHP",
    "/pages/details/details?range=thisMonth&currency=PHP",
    "/pages/details/details?range=thisYear&currency=PHP",
    `/pages/order/order?orderStatus=paid&orderStatus=starting&orderStatus=running&orderStatus=completed&${today}`,
    `/pages/order/order?orderStatus=failed&orderStatus=refunded&${today}`,
    `/pages/order/order?orderStatus=unpaid&orderStatus=cancelled&${today}`,
    "/pages/details/details",
    "/pages/deviceList/deviceList",
    "/pages/deviceList/deviceList?condition=abnormal",
    "/pages/deviceList/deviceList?online=online",
    "/pages/deviceList/deviceList?use=inUse",
    "/pages/alerts/alerts",
    "/pages/dataChart/dataChart",
    "/pages/deviceList/deviceList",
    "/pages/cash/cash",
    "/pages/feedback/feedback",
    "/pages/quickStart/quickStart",
  ]);
  await page.locator("[data-currency] a").first().click();
  await page.waitForURL(/details\/details/);
  await page.getByText("₱1,234.50").first().waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

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

it("[NAV-5] [HOME-1] shows figures without links to managers without the permission to see the rows", async () => {
  const { manager, record } = await newPricedOutlet({ permissions: ["home", "user"] });
  await record(0, "online", 10_00);
  const { page, close } = await openHome(manager);
  await page.getByText("₱10.00").first().waitFor();
  const links = await page
    .locator("main a[href]")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(links.filter((href) => /details|order\/order/.test(href))).toEqual([]);
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

it("[HOME-3] keeps its figures if the call for the comparison fails", async () => {
  const { manager, record } = await newPricedOutlet();
  await record(0, "coin", 75_00);
  const { page, close } = await openHome(manager, {
    before: async (opened) => {
      await withoutLaunch(opened);
      await opened.route("**/h5/incomeComparison", (route) =>
        route.fulfill({ json: { code: 500, message: "later", data: null }, status: 500 }),
      );
    },
  });
  await page.getByText("The comparison could not be loaded.").waitFor();
  await page.getByText("₱75.00").first().waitFor();
  expect(await page.locator("[data-compared]").count()).toBe(0);
  await close();
});

const statistics = "**/statistics/appStatistics";
const later = { json: { code: 500, message: "try later", data: null }, status: 500 };
const refuse = (page: Page) => page.route(statistics, (route) => route.fulfill(later));
const refuseAll = async (page: Page) => {
  await withoutLaunch(page);
  await refuse(page);
};
const failure = (page: Page) => page.getByRole("alert").getByText("The figures could not be loaded");

it("[HOME-3] shows a failed load, and retries when the button is tapped", async () => {
  const { manager, record } = await newPricedOutlet();
  await record(0, "coin", 75_00);
  const { page, close } = await openHome(manager, {
    before: async (opened) => {
      await refuseAll(opened);
      await withoutStream(opened);
    },
  });
  await failure(page).waitFor();
  await page.unroute(statistics);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/(?:statistics\/|login\/launch)/.test(request.url())) calls.push(request.url());
  });
  await page.waitForTimeout(1_500);
  expect(calls.join("\n")).toBe("");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("₱75.00").first().waitFor();
  expect(await failure(page).count()).toBe(0);
  await close();
});

it("[HOME-3] refetches figures that failed to load when a live event arrives", async () => {
  const { manager, record } = await newPricedOutlet();
  const { page, close } = await openHome(manager, { before: refuseAll });
  await failure(page).waitFor();
  await page.unroute(statistics);
  await record(0, "coin", 75_00);
  await page.getByText("₱75.00").first().waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(await failure(page).count()).toBe(0);
  await close();
});

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
      await withoutLaunch(opened);
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
