import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { openBrowser, openBrowserIn, openPhone } from "#browser/phone.ts";
import { delayRequests, visit, withoutStream } from "#browser/steps.ts";
import { openCutLine } from "#stage/cut-line.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";

const server = inject("server");
const hour = 3_600_000;
const chartPath = "/pages/dataChart/dataChart";
const todayCall = "**/h5/incomeLineChartRealTime";
let network: Network;
let browser: Browser;
let outletId: string;
let deviceId: string;
let manager: ManagerAccount;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
  deviceId = await network.addDevice(outletId);
  const abroad = await network.addOutlet({ name: "Pavilion", currency: "MYR" });
  const deviceAbroad = await network.addDevice(abroad);
  manager = await network.addManager([outletId, abroad]);
  const now = new Date();
  const chair = { outletId, deviceId };
  const noon = (daysAgo: number) => new Date(manilaMidnight(now, daysAgo).getTime() + 12.5 * hour);
  // In the first minute of today, so that it is in the past at any time of day.
  const early = new Date(Math.min(manilaMidnight(now).getTime() + 60_000, now.getTime()));
  for (const [at, payType, amountMinor] of [
    [early, "online", 1_234_50],
    [early, "coin", 200_00],
    [early, "coupon", 0],
    [noon(1), "online", 500_00],
    [noon(1), "cash", 300_00],
    [noon(3), "online", 100_00],
    [noon(6), "cash", 50_00],
  ] as const) {
    await recordIncome(network.database, { ...chair, at, payType, amountMinor });
  }
  await recordIncome(network.database, {
    outletId: abroad,
    deviceId: deviceAbroad,
    at: noon(2),
    payType: "online",
    amountMinor: 77_00,
    currency: "MYR",
  });
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

async function openChart(
  search = "",
  options: {
    origin?: string;
    who?: ManagerAccount;
    chosenBrowser?: Browser;
    before?: (page: Page) => Promise<unknown>;
  } = {},
) {
  const { origin = server.url, who = manager, chosenBrowser = browser, before } = options;
  const phone = await openPhone(chosenBrowser, { origin, session: await signIn(server, who) });
  await before?.(phone.page);
  await visit(phone.page, chartPath + search);
  return phone;
}

const readOut = (page: Page) => page.locator("[data-read-out]");
const chartStatus = (page: Page) => page.locator("[data-chart] [role=status]");
const chart = (page: Page) => page.locator("[data-chart] svg");

it("[CHART-1] [G-1] draws today by the hour, announces points selected by keys, and shows the same numbers in a table", async () => {
  const { page, consoleProblems, close } = await openChart();
  await chart(page).waitFor();
  await readOut(page).getByText("₱1,434.50").waitFor();
  await page.getByText("Days and hours in Asia/Manila (GMT+8), this phone's time").waitFor();
  await page.getByText(/^As of \d\d:\d\d$/).waitFor();

  const range = page.getByRole("slider", { name: "Income today by hour" });
  await range.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  const first = "00:00 – 01:00";
  expect(await chartStatus(page).innerText()).toContain(`${first}`);
  expect(await chartStatus(page).innerText()).toContain("Online ₱1,234.50, Cash ₱200.00, Total ₱1,434.50");
  expect(await range.getAttribute("aria-valuetext")).toBe(await chartStatus(page).innerText());
  await readOut(page).getByText(first).waitFor();
  await page.keyboard.press("Escape");
  await readOut(page).getByText(first).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Show table" }).click();
  const table = page.getByRole("table", { name: "Income today by hour" });
  expect(await table.getByRole("row").count()).toBe(1 + 24 + 1);
  expect(await table.locator("tbody tr").first().innerText()).toMatch(/₱1,234.50\s+₱200.00\s+₱1,434.50/);
  expect(await table.locator("tfoot tr").innerText()).toMatch(/Total\s+₱1,234.50\s+₱200.00\s+₱1,434.50/);
  const known = Number((await page.locator("[data-points]").getAttribute("data-points"))?.split("/")[0]);
  const ahead = await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.filter((row) => row.textContent.includes("———")).length);
  expect(ahead).toBe(24 - known);
  expect(Number(await range.getAttribute("max"))).toBe(known - 1);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHART-1] [DAY-1] announces the only point in the first hour of a day when a key is pressed", async () => {
  const outlet = await network.addOutlet();
  const device = await network.addDevice(outlet);
  await recordIncome(network.database, {
    outletId: outlet,
    deviceId: device,
    at: new Date(),
    payType: "online",
    amountMinor: 5_00,
  });
  const manager = await network.addManager([outlet]);
  const readDay = async () => {
    const hours = new Date().getUTCHours();
    // A time zone in which the day began within the last hour. The sign in an Etc/GMT name is inverted.
    const timeZone = hours <= 12 ? `Etc/GMT+${hours}` : `Etc/GMT-${24 - hours}`;
    const chosenBrowser = await openBrowserIn(timeZone);
    onTestFinished(() => chosenBrowser.close());
    const { page, close } = await openChart("", { who: manager, chosenBrowser });
    await chart(page).waitFor();
    await page.getByRole("slider", { name: "Income today by hour" }).focus();
    const points = await page.locator("[data-points]").getAttribute("data-points");
    await page.keyboard.press("Home");
    const text = await chartStatus(page).innerText();
    await close();
    return { points, text, isSameHour: new Date().getUTCHours() === hours };
  };
  let day = await readDay();
  // The second hour of the day may have begun during the test, so read the chart again.
  if (!day.isSameHour) day = await readDay();
  expect(day.points).toMatch(/^1\//);
  expect(day.text).toContain("Online ₱5.00");
});

it("[CHART-1] focuses the latest point as soon as keys reach the chart, and moves from there", async () => {
  const { page, consoleProblems, close } = await openChart("?chart=income");
  await chart(page).waitFor();
  const range = page.getByRole("slider");
  const whole = await readOut(page).innerText();
  const days = Number(await range.getAttribute("max"));
  const stands = async (at: number) => {
    expect(await range.inputValue()).toBe(String(at));
    const text = (await range.getAttribute("aria-valuetext")) ?? "";
    await readOut(page)
      .getByText(text.split(": ")[0] ?? "", { exact: true })
      .waitFor();
  };
  const tabTo = async () => {
    await page.locator("[data-read-out] a").last().focus();
    await page.keyboard.press("Tab");
    expect(await range.evaluate((element) => element === document.activeElement)).toBe(true);
  };

  await tabTo();
  await stands(days);
  // When the focus leaves the chart, it shows the whole range again.
  await page.keyboard.press("Tab");
  await expect.poll(() => readOut(page).innerText()).toBe(whole);

  for (const [key, at] of [
    ["ArrowLeft", days - 1],
    ["Home", 0],
    ["End", days],
  ] as const) {
    await tabTo();
    await page.keyboard.press(key);
    await stands(at);
    await page.keyboard.press("Escape");
    expect(await readOut(page).innerText()).toBe(whole);
    // The chart still has the focus without a selection: the first key selects a point.
    await page.keyboard.press(key);
    await stands(key === "Home" ? 0 : days);
    // The selected point remains while the focus moves to its rows.
    await page.keyboard.press("Shift+Tab");
    expect(await readOut(page).innerText()).not.toBe(whole);
    await page.getByRole("button", { name: "Back to the total" }).click();
  }
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHART-1] follows a finger dragged along seven days, and keeps chart, unit, and table in the address", async () => {
  const { page, consoleProblems, close } = await openChart("?chart=income");
  await chart(page).waitFor();
  await readOut(page).getByText("₱2,384.50").waitFor();
  const box = await page.locator("[data-chart]").boundingBox();
  if (box === null) throw new Error("no chart");
  const announced: string[] = [];
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: box.x + box.width * at, y: box.y + 60 }],
    });
  await touch("touchStart", 0.3);
  for (let step = 0.3; step <= 0.98; step += 0.02) {
    await touch("touchMove", step);
    const text = await readOut(page).locator("p").first().innerText();
    if (!announced.includes(text)) announced.push(text);
  }
  await touch("touchEnd", 1);
  expect(announced.length).toBeGreaterThanOrEqual(5);
  expect(announced.at(-1)).toContain("so far");
  await readOut(page).getByText("₱1,434.50").waitFor();
  await page.touchscreen.tap(box.x + box.width * 0.85, box.y + 60);
  await readOut(page).getByText("₱800.00").waitFor();
  await page.getByRole("button", { name: "Back to the total" }).click();
  await readOut(page).getByText("₱2,384.50").waitFor();

  await page.getByRole("radio", { name: "By hour" }).check();
  await chart(page).waitFor();
  await readOut(page).getByText("₱2,384.50").waitFor();
  await page.getByRole("button", { name: "Show table" }).click();
  expect(new URL(page.url()).search).toBe("?chart=income&unit=hour&table=1");
  expect(await page.locator("tbody tr").count()).toBe(168);
  expect(await page.locator("tfoot tr").innerText()).toContain("₱2,384.50");
  await page.reload();
  expect(
    await page
      .locator("tbody tr")
      .count()
      .then(() => page.locator("tfoot tr").innerText()),
  ).toContain("₱2,384.50");
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHART-1] [DAY-1] opens the transactions that add up to a figure of one day", async () => {
  const { page, consoleProblems, close } = await openChart("?chart=income");
  await chart(page).waitFor();
  const box = await page.locator("[data-chart]").boundingBox();
  if (box === null) throw new Error("no chart");
  await page.touchscreen.tap(box.x + box.width * 0.85, box.y + 60);
  for (const [part, minor] of [
    ["online", "50000"],
    ["cash", "30000"],
  ] as const) {
    // Selected only once, because Back restores the selection.
    await readOut(page).getByText("₱800.00").waitFor();
    await readOut(page).locator(`[data-part=${part}] a`).click();
    await page.locator("[data-sum]").waitFor();
    expect(await page.locator("[data-sum]").getAttribute("data-sum")).toBe(minor);
    expect(await page.locator("[data-behind]").getAttribute("data-behind")).toBe(minor);
    await page.goBack();
    await chart(page).waitFor();
  }
  await readOut(page).getByText("₱800.00").waitFor();
  await readOut(page).locator("a").first().click();
  await page.waitForURL(/details\/details/);
  await page.getByText("₱800.00").first().waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHART-1] [I18N-2] offers a choice of currency, and never adds amounts of different currencies", async () => {
  const { page, close } = await openChart("?chart=income");
  await readOut(page).getByText("₱2,384.50").waitFor();
  await page.getByRole("radio", { name: "RM" }).check();
  await readOut(page).getByText("RM 77.00").first().waitFor();
  expect(new URL(page.url()).searchParams.get("currency")).toBe("MYR");
  expect(await page.locator("main").innerText()).not.toContain("₱");
  await close();
});

it("[CHART-1] counts orders by payment type, by day and by hour, and links each count to its rows", async () => {
  const { page, consoleProblems, close } = await openChart("?chart=orders");
  await chart(page).waitFor();
  const numbers = () => readOut(page).locator("[data-part]").allInnerTexts();
  const counts = ["Online\n4", "Cash\n3", "Free\n1"];
  expect((await numbers()).map((text) => text.trim())).toEqual(counts);
  const free = readOut(page).locator("[data-part=free] a");
  const { searchParams } = new URL((await free.getAttribute("href")) ?? "", server.url);
  expect(searchParams.getAll("payType")).toEqual(["coupon"]);
  expect(searchParams.get("startDate")).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await page.locator("[data-chart=bars] rect[class*=first]").count()).toBeGreaterThanOrEqual(3);
  await page.getByRole("radio", { name: "By hour" }).check();
  await page.locator("[data-chart=lines] svg").waitFor();
  expect((await numbers()).map((text) => text.trim())).toEqual(counts);
  await page.getByRole("radio", { name: "By day" }).check();
  await free.click();
  await page.waitForURL(/order\/order/);
  await page.getByText("Orders: 1", { exact: true }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHART-1] [DET-1] [DAY-1] opens the transactions of an hour of today, and those of the day when the hour is removed", async () => {
  const { page, consoleProblems, close } = await openChart();
  await chart(page).waitFor();
  const hourName = "00:00 – 01:00";
  const chooseFirst = async () => {
    const box = await page.locator("[data-chart]").boundingBox();
    if (box === null) throw new Error("no chart");
    await page.touchscreen.tap(box.x + 2, box.y + 60);
    await readOut(page).getByText(hourName).waitFor();
  };
  for (const [part, minor] of [
    ["online", "123450"],
    ["cash", "20000"],
  ] as const) {
    await chooseFirst();
    await readOut(page).locator(`[data-part=${part}] a`).click();
    await page.locator("[data-sum]").waitFor();
    expect(new URL(page.url()).searchParams.get("hour")).toBe("0");
    expect(await page.locator("[data-sum]").getAttribute("data-sum")).toBe(minor);
    expect(await page.locator("[data-behind]").getAttribute("data-behind")).toBe(minor);
    expect(await page.locator("[data-behind]").innerText()).toContain(`, ${hourName}`);
    await page.goBack();
    await chart(page).waitFor();
  }
  await chooseFirst();
  await readOut(page).locator("a").first().click();
  await page.waitForURL(/details\/details.*hour=0/);
  await page.getByText("₱1,434.50").first().waitFor();
  await page.getByRole("button", { name: `Remove filter: ${hourName}` }).click();
  await page.waitForURL((url) => url.searchParams.has("startDate") && !url.searchParams.has("hour"));
  await page.getByText(hourName).waitFor({ state: "detached" });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHART-1] [HOME-3] updates income live, and shows that it is live", async () => {
  const own = await network.addOutlet();
  const device = await network.addDevice(own);
  const { page, close } = await openChart("", { who: await network.addManager([own]) });
  await page.getByText("No data yet").waitFor();
  await page.getByText("Today's income appears here automatically.").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  for (const [amountMinor, total] of [
    [50_00, "₱50.00"],
    [25_00, "₱75.00"],
  ] as const) {
    await recordIncome(network.database, {
      outletId: own,
      deviceId: device,
      at: new Date(),
      payType: "coin",
      amountMinor,
    });
    await readOut(page).getByText(total).first().waitFor();
  }
  expect(await page.getByText("No data yet").count()).toBe(0);
  await close();
});

it("[CHART-1] [NET-4] shows a placeholder while the chart loads: immediately on the first page, with a delay after a navigation", async () => {
  let answer = (): void => undefined;
  const { page, close } = await openChart("", {
    before: async (opened) => {
      answer = await delayRequests(opened, todayCall);
    },
  });
  const skeleton = page.locator("#app main [role=status][aria-label=Loading]");
  const delay = () =>
    skeleton
      .locator("span")
      .first()
      .evaluate((element) => getComputedStyle(element).animationDelay);
  await skeleton.waitFor({ state: "attached" });
  // On first load the skeleton replaces the one in the document, so it appears without a delay.
  await expect.poll(delay).toMatch(/^0s/);
  await page.getByRole("link", { name: "My account" }).click();
  await page.getByRole("heading", { name: "My account" }).waitFor();
  await page.goBack();
  await skeleton.waitFor({ state: "attached" });
  await expect.poll(delay).toMatch(/^0\.15s/);
  const expected = await skeleton.evaluate((element) => (element.parentElement as HTMLElement).offsetHeight);
  answer();
  await chart(page).waitFor();
  const shown = await page
    .locator("[data-chart]")
    .evaluate((element) => (element.parentElement as HTMLElement).offsetHeight);
  expect(Math.abs(shown - expected), `${expected} px held for ${shown}`).toBeLessThanOrEqual(24);
  await close();
});

it("[CHART-1] shows a failed load, and retries on request", async () => {
  const { page, close } = await openChart("", {
    before: async (opened) => {
      await withoutStream(opened);
      await opened.route(todayCall, (route) =>
        route.fulfill({ json: { code: 500, message: "try later", data: null }, status: 500 }),
      );
    },
  });
  const alert = page.getByRole("alert");
  await alert.getByText("The chart could not be loaded").waitFor();
  await alert.getByText("try later").waitFor();
  await page.unroute(todayCall);
  await page.getByRole("button", { name: "Try again" }).click();
  await readOut(page).getByText("₱1,434.50").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await close();
});

it("[CHART-1] keeps stale figures on the screen with their age if they cannot be refreshed", async () => {
  const { page, close } = await openChart();
  await readOut(page).getByText("₱1,434.50").waitFor();
  await page.route(todayCall, (route) =>
    route.fulfill({ json: { code: 500, message: "later", data: null }, status: 500 }),
  );
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/These figures could not be refreshed. They are as of \d\d:\d\d/).waitFor();
  await readOut(page).getByText("₱1,434.50").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await close();
});

it("[CHART-1] shows a lost connection, keeps the figures, and returns to live automatically", async () => {
  const line = await openCutLine(server.url);
  const { page, close } = await openChart("", { origin: line.origin });
  await readOut(page).getByText("₱1,434.50").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  line.cut();
  await page
    .getByText(/Live updates are interrupted|could not be refreshed/)
    .first()
    .waitFor();
  await readOut(page).getByText("₱1,434.50").waitFor();
  line.restore();
  await page.getByText("Live", { exact: true }).waitFor({ timeout: 40_000 });
  expect(await readOut(page).getByText("₱1,434.50").count()).toBe(1);
  await close();
  await line.close();
});
