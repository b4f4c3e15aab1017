import type { Currency } from "@reposo/contract/money/currencies.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit, withoutStream } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaDate, manilaMidnight, recordIncome } from "#stage/record-income.ts";

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

/** Timeout of an expectation, long enough for a busy machine. */
const waitOptions = { timeout: 30_000 };

/**
 * Returns an instant of today in Manila, at least a minute ago if the day is old enough, so that no clock is behind it.
 */
function today(secondsAgo = 0): Date {
  const now = systemClock.now();
  return new Date(Math.max(manilaMidnight(now).getTime(), now.getTime() - 60_000 - secondsAgo * 1_000));
}
const yesterday = () => new Date(manilaMidnight(systemClock.now(), 1).getTime() + 10 * 3_600_000);

type PayType = Parameters<typeof recordIncome>[1]["payType"];
async function addMoney(
  outletId: string,
  deviceId: string,
  moves: readonly [PayType, number, Date?][],
  currency: Currency = "PHP",
): Promise<void> {
  for (const [payType, amountMinor, at = today()] of moves) {
    await recordIncome(network.database, { outletId, deviceId, at, payType, amountMinor, currency });
  }
}

async function openManager(outletIds: readonly string[]) {
  const manager = await network.addManager(outletIds);
  return openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
}

/** Adds two outlets in pesos and one in ringgit, with income of today and yesterday, and their manager. */
async function addThreeOutlets(day: string) {
  const glorietta = await network.addOutlet({ name: "Glorietta" });
  const ayala = await network.addOutlet({ name: "Ayala" });
  const pavilion = await network.addOutlet({ name: "Pavilion", currency: "MYR" });
  const first = await network.addDevice(glorietta);
  const second = await network.addDevice(glorietta);
  const earlier = yesterday();
  await addMoney(glorietta, first, [
    ["online", 100_00],
    ["cash", 50_00],
    ["online", 999_00, earlier],
  ]);
  await addMoney(glorietta, second, [["coin", 20_00]]);
  await addMoney(ayala, await network.addDevice(ayala), [["online", 30_00]]);
  await addMoney(pavilion, await network.addDevice(pavilion), [["online", 12_50]], "MYR");
  const manager = await network.addManager([glorietta, ayala, pavilion]);
  return { day, manager, glorietta, ayala, pavilion, first, yesterday: manilaDate(earlier) };
}

let threeOutlets: Awaited<ReturnType<typeof addThreeOutlets>> | null = null;

/** Opens a phone of the manager of three outlets, which no test changes. */
async function openThreeOutlets() {
  const day = manilaDate(systemClock.now());
  // After midnight, the income would be of other days.
  if (threeOutlets?.day !== day) threeOutlets = await addThreeOutlets(day);
  const { manager, ...outlets } = threeOutlets;
  const phone = await openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
  return { ...phone, ...outlets };
}

const details = "/pages/details/details";
const heading = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("heading", { level: 1, name, exact: true });
const figure = (page: Page, currency: string, name: string) =>
  page.locator(`[data-currency=${currency}] [data-figure=${name}]`);
const tableRow = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const cell = (page: Page, row: string, column: string) =>
  tableRow(page, row).locator(`[data-column=${column}] a`);
const names = (page: Page) => page.getByRole("rowheader").allTextContents();
const report = "**/h5/incomeDetailByArea*";

describe("data details", () => {
  it("[DET-1] links from the overview to an outlet, a device, its transactions, and an order, with matching sums on each level", async () => {
    const { page, glorietta, first, consoleProblems, close } = await openThreeOutlets();
    await visit(page, details);
    await figure(page, "PHP", "total").getByText("₱200.00").waitFor();
    expect(await figure(page, "PHP", "online").innerText()).toContain("₱130.00");
    expect(await figure(page, "PHP", "cash").innerText()).toContain("₱70.00");
    expect((await figure(page, "MYR", "total").innerText()).replace(/\u00a0/g, " ")).toContain("RM 12.50");
    // The figures are shown before the table is rendered.
    await expect.poll(() => names(page)).toEqual(["Glorietta", "Ayala", "Pavilion"]);
    for (const [column, text] of [
      ["total", "₱170.00"],
      ["online", "₱100.00"],
      ["cash", "₱70.00"],
      ["average", "₱85.00"],
    ] as const)
      await cell(page, "Glorietta", column).getByText(text).waitFor();
    await page.getByText(/Asia\/Manila/).waitFor();

    await tableRow(page, "Glorietta").getByRole("rowheader").getByRole("link").click();
    await heading(page, "Glorietta").waitFor();
    await figure(page, "PHP", "total").getByText("₱170.00").waitFor();
    await cell(page, first, "total").getByText("₱150.00").waitFor();
    expect(page.url()).toBe(`${server.url}${details}?areaId=${glorietta}&currency=PHP`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Glorietta");

    await cell(page, first, "cash").click();
    await heading(page, `Device ${first}`).waitFor();
    await page.locator("[data-behind='5000']").waitFor();
    await page.getByText("Transactions: 1 · Total: ₱50.00").waitFor();
    const entry = page.getByRole("list", { name: "Transactions" }).getByRole("link");
    // `innerText` is empty until the row has been rendered.
    expect(await entry.textContent()).toContain("Cash at the counter");
    await entry.click();
    await page.waitForURL((url) => url.pathname === "/pages/order/order" && url.searchParams.has("orderId"));

    await page.goBack();
    await page.getByText("Transactions: 1 · Total: ₱50.00").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await heading(page, "Glorietta").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await heading(page, "Data details").waitFor();
    await page.getByRole("button", { name: "Back" }).waitFor({ state: "detached" });
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[DET-1] links each figure to its rows: transactions of one channel, of all channels, or orders of the same days", async () => {
    const { page, glorietta, consoleProblems, close } = await openThreeOutlets();
    await visit(page, details);
    const href = async (column: string) => (await cell(page, "Glorietta", column).getAttribute("href")) ?? "";
    await cell(page, "Glorietta", "total").waitFor();
    expect(await href("online")).toBe(`${details}?areaId=${glorietta}&channel=online&currency=PHP`);
    expect(await href("total")).toBe(`${details}?areaId=${glorietta}&currency=PHP&rows=entries`);
    const day = manilaDate(systemClock.now());
    expect(await href("orders")).toBe(
      `/pages/order/order?areaId=${glorietta}&startDate=${day}&endDate=${day}` +
        "&orderStatus=paid&orderStatus=starting&orderStatus=running&orderStatus=completed",
    );
    await figure(page, "PHP", "online").click();
    await page.locator("[data-behind='13000']").waitFor();
    await page.getByText("Transactions: 2 · Total: ₱130.00").waitFor();
    // The sum of the other currency is separate.
    await page.getByRole("radio", { name: "RM" }).check();
    await page.locator("[data-behind='1250']").waitFor();
    await page.getByText(/Transactions: 1 · Total: RM.12\.50/).waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[DET-1] sorts by every column, shows the sorting, and keeps it in the address", async () => {
    const { page, yesterday: day, consoleProblems, close } = await openThreeOutlets();
    await visit(page, `${details}?range=custom&startDate=${day}&endDate=${day}`);
    await figure(page, "PHP", "total").getByText("₱999.00").waitFor();
    const table = page.getByRole("table").first();
    const header = (name: string) => table.getByRole("columnheader", { name });
    expect(await header("Total").getAttribute("aria-sort")).toBe("descending");
    await header("Outlet").getByRole("button").click();
    await expect.poll(() => header("Outlet").getAttribute("aria-sort"), waitOptions).toBe("ascending");
    expect((await names(page)).slice(0, 2)).toEqual(["Ayala", "Glorietta"]);
    for (const column of ["Total", "Online", "Cash", "Orders", "Income / device", "Orders / device"]) {
      await table.getByRole("columnheader", { name: column, exact: true }).getByRole("button").click();
      await expect
        .poll(
          () => table.getByRole("columnheader", { name: column, exact: true }).getAttribute("aria-sort"),
          waitOptions,
        )
        .toBe("descending");
      expect(await table.locator("[aria-sort=ascending], [aria-sort=descending]").count()).toBe(1);
    }
    await header("Orders / device").getByRole("button").click();
    await expect
      .poll(() => header("Orders / device").getAttribute("aria-sort"), waitOptions)
      .toBe("ascending");
    await page.reload();
    await figure(page, "PHP", "total").getByText("₱999.00").waitFor();
    expect(await header("Orders / device").getAttribute("aria-sort")).toBe("ascending");
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[DET-1] [DET-2] accepts presets and custom ranges within ten years of today, and reports an invalid range", async () => {
    const { page, yesterday: day, consoleProblems, close } = await openThreeOutlets();
    const requested: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("incomeDetailByArea")) requested.push(new URL(request.url()).search);
    });
    await visit(page, details);
    await figure(page, "PHP", "total").getByText("₱200.00").waitFor();
    for (const [label, range] of [
      ["Yesterday", "yesterday"],
      ["This week", "thisWeek"],
      ["This month", "thisMonth"],
      ["This year", "thisYear"],
    ] as const) {
      await page.getByRole("radio", { name: label }).check();
      await page.waitForURL((url) => url.searchParams.get("range") === range);
      await figure(page, "PHP", "total").waitFor();
    }
    await page.getByRole("radio", { name: "Custom" }).check();
    const [from, to] = [page.getByLabel("From", { exact: true }), page.getByLabel("To", { exact: true })];
    const year = Number(manilaDate(systemClock.now()).slice(0, 4));
    expect(await from.inputValue()).toBe(`${year}-01-01`);
    expect((await from.getAttribute("min"))?.slice(0, 4)).toBe(String(year - 10));
    expect((await to.getAttribute("max"))?.slice(0, 4)).toBe(String(year + 10));

    await from.fill("");
    await page.getByRole("alert").getByText("Please select a time").waitFor();
    await from.fill(`${year}-03-02`);
    await to.fill(`${year}-03-01`);
    await page.getByRole("alert").getByText("Please select the correct time").waitFor();
    await from.fill(`${year - 11}-03-02`);
    // Check the field first, because the same error was shown next to the other date before.
    await expect.poll(() => from.getAttribute("aria-invalid"), waitOptions).toBe("true");
    await page.getByRole("alert").getByText("Please select the correct time").waitFor();
    // The figures of the last valid range remain visible.
    await figure(page, "PHP", "total").waitFor();

    await from.fill(day);
    await to.fill(day);
    await figure(page, "PHP", "total").getByText("₱999.00").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    // The last request has the valid range, and no request has an invalid one.
    await expect.poll(() => requested.at(-1), waitOptions).toContain(`startDate=${day}&endDate=${day}`);
    for (const wrong of [
      "startDate=&",
      `startDate=${year}-03-02&endDate=${year}-03-01`,
      `startDate=${year - 11}`,
    ])
      expect(requested.filter((search) => search.includes(wrong))).toEqual([]);
    await page.reload();
    await figure(page, "PHP", "total").getByText("₱999.00").waitFor();
    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe(day);
    // An address typed by hand can contain a date that does not exist.
    await visit(page, `${details}?range=custom&startDate=${year}-02-30&endDate=${year}-03-02`);
    await page.getByText("Please select the correct time").waitFor();
    expect(await from.inputValue()).toBe("");
    await from.fill(`${year}-03-01`);
    await figure(page, "PHP", "total").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[DET-1] [DET-2] selects one, several, or all outlets by name, and requires at least one", async () => {
    const { page, ayala, pavilion, consoleProblems, close } = await openThreeOutlets();
    await visit(page, details);
    await page.getByRole("button", { name: "All outlets (3)" }).click();
    const sheet = page.getByRole("dialog", { name: "Choose outlets" });
    await sheet.getByRole("button", { name: "Clear selection" }).click();
    await sheet.getByRole("alert").getByText("Please select an outlet").waitFor();
    await sheet.getByRole("button", { name: "Show" }).click();
    await sheet.getByRole("alert").waitFor();
    await sheet.getByRole("searchbox").fill("zzz");
    await sheet.getByText("No matching outlet").waitFor();
    await sheet.getByRole("searchbox").fill("ayal");
    expect(await sheet.getByRole("checkbox").count()).toBe(1);
    await sheet.getByRole("checkbox", { name: "Ayala" }).check();
    await sheet.getByRole("button", { name: "Clear search" }).click();
    await sheet.getByRole("checkbox", { name: "Pavilion" }).check();
    await sheet.getByRole("button", { name: "Show" }).click();
    await page.getByRole("button", { name: "2 of 3 outlets" }).waitFor();
    await figure(page, "PHP", "total").getByText("₱30.00").waitFor();
    expect(new URL(page.url()).searchParams.getAll("areaId").sort()).toEqual([ayala, pavilion].sort());

    await page.getByRole("button", { name: "2 of 3 outlets" }).click();
    await sheet.getByRole("checkbox", { name: "Pavilion" }).uncheck();
    await sheet.getByRole("button", { name: "Show" }).click();
    await heading(page, "Ayala").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "2 of 3 outlets" }).waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[DET-1] loads more transactions, keeps their sum visible, and restores the scroll position after Back", async () => {
    const outletId = await network.addOutlet({ name: "Trinoma" });
    const deviceId = await network.addDevice(outletId);
    await addMoney(
      outletId,
      deviceId,
      Array.from({ length: 45 }, (_, at) => ["online", 1_00 * (at + 1), today(at)] as const),
    );
    const { page, consoleProblems, close } = await openManager([outletId]);
    await visit(page, details);
    // With a single outlet, the details start with its devices.
    await cell(page, deviceId, "total").click();
    await page.locator("[data-behind='103500']").waitFor();
    const rows = page.getByRole("list", { name: "Transactions" }).getByRole("listitem");
    await expect.poll(() => rows.count(), waitOptions).toBe(20);
    await page.getByRole("button", { name: "Load more" }).click();
    await expect.poll(() => rows.count(), waitOptions).toBe(40);
    await page.getByRole("button", { name: "Load more" }).click();
    await page.locator("[data-sum='103500']").waitFor();
    await page.mouse.wheel(0, 3000);
    await page.getByText("Transactions: 45 · Total: ₱1,035.00").waitFor();
    const top = await page
      .locator("[data-behind]")
      .evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(200);

    await page.evaluate(() => window.scrollTo(0, 1600));
    await page.waitForTimeout(100);
    const link = rows.nth(22).getByRole("link");
    await link.evaluate((element: HTMLElement) => element.click());
    await page.waitForURL((url) => url.pathname === "/pages/order/order");
    await page.goBack();
    await page.getByText("Transactions: 45 · Total: ₱1,035.00").waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY), waitOptions).toBeGreaterThan(1400);
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[DET-1] [HOME-3] updates figures live, and shows that a figure is newer than its rows", async () => {
    const outletId = await network.addOutlet({ name: "Robinsons" });
    const deviceId = await network.addDevice(outletId);
    await addMoney(outletId, deviceId, [["online", 10_00]]);
    const { page, consoleProblems, close } = await openManager([outletId]);
    await visit(page, details);
    await figure(page, "PHP", "total").getByText("₱10.00").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await addMoney(outletId, deviceId, [["cash", 5_00]]);
    await figure(page, "PHP", "total").getByText("₱15.00").waitFor();
    await figure(page, "PHP", "total").click();
    await page.getByText("Transactions: 2 · Total: ₱15.00").waitFor();
    await addMoney(outletId, deviceId, [["cash", 1_00, new Date(today().getTime() + 1)]]);
    await page.getByText("New transactions are available.").waitFor();
    await page.getByRole("button", { name: "Show new transactions" }).click();
    await page.getByText("Transactions: 3 · Total: ₱16.00").waitFor();
    await expect.poll(() => page.getByText("New transactions are available.").count(), waitOptions).toBe(0);
    expect(consoleProblems).toEqual([]);
    await close();
  });
});

describe("states of data details", () => {
  it("[DET-1] shows placeholders while loading, the reason of a failure, and retries on request", async () => {
    const { page, close } = await openThreeOutlets();
    await withoutStream(page);
    let line: "slow" | "cut" | "refused" | "whole" = "slow";
    const refusal = { code: 500, message: "Not now", data: null };
    // Not a fixed time, which a slow machine may need to load the app.
    const placeholder = Promise.withResolvers<void>();
    await page.route(report, async (route) => {
      if (line === "cut") return route.abort();
      if (line === "refused") return route.fulfill({ status: 500, json: refusal });
      if (line === "slow") await placeholder.promise;
      return route.continue();
    });
    await visit(page, details);
    await page.locator("main").getByRole("status", { name: "Loading" }).waitFor();
    placeholder.resolve();
    await figure(page, "PHP", "total").waitFor();

    line = "cut";
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("These figures could not be refreshed.").waitFor();
    await figure(page, "PHP", "total").getByText("₱200.00").waitFor();

    // A refusal and not a lost connection, after which the page would refetch automatically and remove the button.
    line = "refused";
    await visit(page, `${details}?range=yesterday`);
    await page.getByText("The figures could not be loaded").waitFor();
    await page.getByText("Not now", { exact: true }).waitFor();
    line = "whole";
    await page.getByRole("button", { name: "Try again" }).click();
    await figure(page, "PHP", "total").getByText("₱999.00").waitFor();
    expect(await page.getByText("The figures could not be loaded").count()).toBe(0);
    await close();
  });

  it("[DET-1] keeps its data without a connection, and shows that the connection is lost", async () => {
    const { page, context, close } = await openThreeOutlets();
    await visit(page, details);
    await figure(page, "PHP", "total").getByText("₱200.00").waitFor();
    await page.getByRole("button", { name: "Export" }).first().click();
    await page.getByRole("button", { name: "Download CSV" }).waitFor();
    await context.setOffline(true);
    await page.getByText("No connection. Retrying automatically.").waitFor();
    await figure(page, "PHP", "total").getByText("₱200.00").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Download CSV" }).isDisabled(), waitOptions)
      .toBe(true);
    await page.getByText("Not available offline.").waitFor();
    await context.setOffline(false);
    await expect
      .poll(() => page.getByRole("button", { name: "Download CSV" }).isDisabled(), waitOptions)
      .toBe(false);
    await close();
  });

  it("[DET-1] [NAV-4] treats a double tap as one tap: on a sheet's button, on a button that opens a sheet, and on a tab", async () => {
    const { page, context, glorietta, close } = await openThreeOutlets();
    const finger = await context.newCDPSession(page);
    const twice = async (target: Locator) => {
      const box = await target.boundingBox();
      if (box === null) throw new Error("the tapped element is not visible");
      const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const touch = (type: "touchStart" | "touchEnd", timestamp: number) =>
        finger.send("Input.dispatchTouchEvent", {
          type,
          timestamp,
          touchPoints: type === "touchStart" ? [center] : [],
        });
      const seconds = Date.now() / 1_000;
      // The page compares the timestamps of the events, so set those of a real double tap, whatever the machine's delay
      // is.
      for (const at of [seconds, seconds + 0.13]) {
        await Promise.all([touch("touchStart", at), touch("touchEnd", at + 0.01)]);
        await page.waitForTimeout(130);
      }
    };
    const query = () => new URL(page.url()).search;
    await visit(page, `${details}?range=thisMonth`);
    await page.getByRole("button", { name: "All outlets (3)" }).click();
    const sheet = page.getByRole("dialog", { name: "Choose outlets" });
    await sheet.getByRole("button", { name: "Clear selection" }).click();
    await sheet.getByRole("checkbox", { name: "Glorietta" }).check();
    await twice(sheet.getByRole("button", { name: "Show" }));
    await sheet.waitFor({ state: "detached" });
    await heading(page, "Glorietta").waitFor();
    await page.waitForTimeout(300);
    expect(query()).toBe(`?range=thisMonth&areaId=${glorietta}`);

    await visit(page, `${details}?range=thisMonth`);
    // The page prefetches the sheet's code some time after it has loaded.
    await page.waitForTimeout(3_000);
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    await twice(page.getByRole("button", { name: "Export" }).first());
    await page.getByRole("button", { name: "Download CSV" }).waitFor();
    await page.waitForTimeout(1_000);
    expect(downloads).toBe(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    await twice(page.getByRole("link", { name: "My account" }));
    await heading(page, "My account").waitFor();
    await page.waitForTimeout(300);
    // One Back undoes the double tap, because it created one history entry.
    await page.goBack();
    await expect.poll(query).toBe("?range=thisMonth");
    await close();
  });

  it("[DET-1] shows different messages for no data yet, no match, and an outlet of another manager", async () => {
    const dayBefore = manilaDate(yesterday());
    const outletId = await network.addOutlet({ name: "Festival Mall" });
    const deviceId = await network.addDevice(outletId);
    const empty = await network.addOutlet({ name: "New Mall" });
    await addMoney(outletId, deviceId, [["online", 10_00]]);
    const { page, consoleProblems, close } = await openManager([outletId, empty]);
    await visit(page, `${details}?areaId=${outletId}&deviceId=${deviceId}&channel=cash`);
    await page.getByText("No results").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("Transactions: 1 · Total: ₱10.00").waitFor();
    await visit(
      page,
      `${details}?areaId=${outletId}&rows=entries&range=custom&startDate=${dayBefore}&endDate=${dayBefore}`,
    );
    await page.getByText("No payments or refunds in this period.").waitFor();
    await visit(page, `${details}?areaId=${empty}`);
    await page.getByText("No devices yet").waitFor();
    // After opening a link, the app's Back button leads one level up, because there is no earlier page.
    await page.getByRole("button", { name: "Back" }).click();
    await heading(page, "Data details").waitFor();
    await visit(page, `${details}?areaId=nobodys`);
    await page.getByText("The figures could not be loaded").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await figure(page, "PHP", "total").getByText("₱10.00").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();

    const newManager = await openManager([]);
    await visit(newManager.page, details);
    await newManager.page.getByText("No outlets yet").waitFor();
    await newManager.close();
  });
});
