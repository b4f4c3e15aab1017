import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayRequests, visit, withoutContent } from "#browser/steps.ts";
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
let manager: ManagerAccount;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  manager = await network.addManager([outletId]);
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
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

async function openChart(
  search = "",
  options: {
    origin?: string;
    before?: (page: Page) => Promise<unknown>;
  } = {},
) {
  const { origin = server.url, before } = options;
  const phone = await openPhone(browser, { origin, session: await signIn(server, manager) });
  await before?.(phone.page);
  await visit(phone.page, chartPath + search);
  return phone;
}

const readOut = (page: Page) => page.locator("[data-read-out]");
const chart = (page: Page) => page.locator("[data-chart] svg");

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

it("[CHART-1] follows a finger dragged along seven days, keeps chart, unit, and table in the address, and draws orders as bars", async () => {
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

  await page.getByRole("radio", { name: "Orders" }).check();
  await page.getByRole("radio", { name: "By day" }).check();
  await page.locator("[data-chart=bars] svg").waitFor();
  expect(await page.locator("[data-chart=bars] rect[class*=first]").count()).toBeGreaterThanOrEqual(3);
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

it("[CHART-1] [NET-4] shows a placeholder while the chart loads: immediately on the first page, with a delay after a navigation", async () => {
  let answer = (): void => undefined;
  const { page, close } = await openChart("", {
    before: async (opened) => {
      await withoutContent(opened);
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
