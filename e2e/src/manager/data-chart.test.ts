import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";

const server = inject("server");
const hour = 3_600_000;
const chartPath = "/pages/dataChart/dataChart";
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

async function openChart(search: string) {
  const phone = await openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
  await visit(phone.page, chartPath + search);
  return phone;
}

const readOut = (page: Page) => page.locator("[data-read-out]");
const chart = (page: Page) => page.locator("[data-chart] svg");

it("[CHART-1] [DAY-1] follows a finger dragged along seven days, opens the transactions that add up to a figure of one day, keeps range, view, and table in the address, and counts orders", async () => {
  const { page, consoleProblems, close } = await openChart("?range=last7Days");
  await chart(page).waitFor();
  await readOut(page).getByText("₱2,384.50", { exact: true }).first().waitFor();
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
  await readOut(page).getByText("₱1,434.50", { exact: true }).first().waitFor();
  await page.touchscreen.tap(box.x + box.width * 0.85, box.y + 60);
  for (const [part, minor] of [
    ["online", "50000"],
    ["cash", "30000"],
  ] as const) {
    // Selected only once, because Back restores the selection.
    await readOut(page).getByText("₱800.00", { exact: true }).first().waitFor();
    await readOut(page).locator(`[data-part=${part}] a`).click();
    await page.locator("[data-sum]").waitFor();
    expect(await page.locator("[data-sum]").getAttribute("data-sum")).toBe(minor);
    expect(await page.locator("[data-behind]").getAttribute("data-behind")).toBe(minor);
    await page.goBack();
    await chart(page).waitFor();
  }
  await readOut(page).getByText("₱800.00", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Back to the total" }).click();
  await readOut(page).getByText("₱2,384.50", { exact: true }).first().waitFor();

  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("radio", { name: "By hour" }).check();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.locator("[data-heat-map]").waitFor();
  await readOut(page).getByText("₱2,384.50", { exact: true }).first().waitFor();
  // The hour that is touched is selected: the read-out keeps its height, so that the hours stay below the finger.
  const hour = page.locator("[data-point]").nth(30);
  await hour.tap();
  const selected = page.locator("[data-heat-map] [aria-selected=true]");
  expect(await selected.getAttribute("data-point")).toBe(await hour.getAttribute("data-point"));
  await page.getByRole("button", { name: "Show table" }).click();
  expect(new URL(page.url()).search).toBe("?range=last7Days&view=hours&table=1");
  expect(await page.locator("tbody th[scope=row]").count()).toBe(168);
  expect(await page.locator("tfoot tr").innerText()).toContain("₱2,384.50");
  await page.reload();
  expect(
    await page
      .locator("tbody tr")
      .count()
      .then(() => page.locator("tfoot tr").innerText()),
  ).toContain("₱2,384.50");

  // On a desk, the bars above state the total, and the figures of an hour are below the hours.
  const phoneSize = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  await chart(page).waitFor();
  const totals = readOut(page).getByText("₱2,384.50", { exact: true }).filter({ visible: true });
  await expect.poll(() => totals.count()).toBe(1);
  await hour.scrollIntoViewIfNeeded();
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Infinity;
  const before = await topOf(hour);
  await hour.click();
  const figures = readOut(page).last().locator("[data-part=online]");
  await figures.waitFor();
  expect(await topOf(hour)).toBe(before);
  expect(await topOf(figures)).toBeGreaterThan(before);
  if (phoneSize !== null) await page.setViewportSize(phoneSize);

  await page.getByRole("button", { name: "Filters 1" }).click();
  await page.getByRole("radio", { name: "Orders" }).check();
  await page.getByRole("radio", { name: "By day" }).check();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await chart(page).waitFor();
  expect(await page.locator("[data-chart] rect[rx][class*=first]").count()).toBeGreaterThanOrEqual(3);
  expect(consoleProblems).toEqual([]);
  await close();
});
