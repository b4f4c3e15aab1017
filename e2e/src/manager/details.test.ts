import type { Currency } from "@reposo/contract/money/currencies.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";

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

/**
 * Returns an instant of today in Manila, at least a minute ago if the day is old enough, so that no clock is behind it.
 */
function today(secondsAgo = 0): Date {
  const now = systemClock.now();
  return new Date(Math.max(manilaMidnight(now).getTime(), now.getTime() - 60_000 - secondsAgo * 1_000));
}

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

/** Adds two outlets in pesos and one in ringgit, with income of today, and their manager. */
async function addThreeOutlets() {
  const glorietta = await network.addOutlet({ name: "Glorietta" });
  const ayala = await network.addOutlet({ name: "Ayala" });
  const pavilion = await network.addOutlet({ name: "Pavilion", currency: "MYR" });
  const first = await network.addDevice(glorietta);
  const second = await network.addDevice(glorietta);
  await addMoney(glorietta, first, [
    ["online", 100_00],
    ["cash", 50_00],
  ]);
  await addMoney(glorietta, second, [["coin", 20_00]]);
  await addMoney(ayala, await network.addDevice(ayala), [["online", 30_00]]);
  await addMoney(pavilion, await network.addDevice(pavilion), [["online", 12_50]], "MYR");
  const manager = await network.addManager([glorietta, ayala, pavilion]);
  return { manager, glorietta, first };
}

/** Opens a phone of the manager of three outlets. */
async function openThreeOutlets() {
  const { manager, ...outlets } = await addThreeOutlets();
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
interface Clicked {
  clicked?: Promise<void>;
}

/** Sets `window.clicked` to a promise that resolves when the page has handled the next click and rendered its effect. */
const expectClick = (page: Page) =>
  page.evaluate(() => {
    (window as Clicked).clicked = new Promise((resolve) => {
      const afterTwoFrames = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      window.addEventListener("click", afterTwoFrames, { capture: true, once: true });
    });
  });

const names = (page: Page) => page.getByRole("rowheader").allTextContents();

it("[DET-1] [NAV-4] links from the overview to an outlet, a device, its transactions, and an order, with matching sums on each level, and treats a double tap as one tap: on a sheet's button, on a button that opens a sheet, and on a tab", async () => {
  const { page, context, glorietta, first, consoleProblems, close } = await openThreeOutlets();
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
  await heading(page, `Chair ${first}`).waitFor();
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
      await expectClick(page);
      await Promise.all([touch("touchStart", at), touch("touchEnd", at + 0.01)]);
      await page.evaluate(() => (window as Clicked).clicked);
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
  expect(query()).toBe(`?range=thisMonth&areaId=${glorietta}`);

  await visit(page, `${details}?range=thisMonth`);
  const exporting = page.getByRole("dialog");
  const openExport = page.getByRole("button", { name: "Export" }).first();
  const download = exporting.getByRole("button", { name: "Download CSV" });
  // Open the sheet once, so that its code is loaded and the first of two taps opens it immediately.
  await openExport.click();
  await download.waitFor();
  await exporting.getByRole("button", { name: "Close" }).click();
  await exporting.waitFor({ state: "detached" });
  let downloads = 0;
  page.on("download", () => (downloads += 1));
  await twice(openExport);
  // A download would replace the button by its progress.
  expect(await download.isVisible()).toBe(true);
  await exporting.getByRole("button", { name: "Close" }).click();

  await twice(page.getByRole("link", { name: "My account" }));
  await heading(page, "My account").waitFor();
  // One Back undoes the double tap, because it created one history entry.
  await page.goBack();
  await expect.poll(query).toBe("?range=thisMonth");
  expect(downloads).toBe(0);
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
  const rows = page.getByRole("list", { name: "Transactions" }).locator("li[aria-setsize]");
  await expect.poll(() => rows.count()).toBe(20);
  await page.getByRole("button", { name: "Load more" }).click();
  await page.locator("[data-sum='103500']").waitFor();
  await page.mouse.wheel(0, 3000);
  await page.getByText("Transactions: 45 · Total: ₱1,035.00").waitFor();
  const top = await page.locator("[data-behind]").evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(200);

  // The page has handled the scroll event once the next frame is drawn.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener("scroll", () => requestAnimationFrame(resolve), { once: true });
        window.scrollTo(0, 1600);
      }),
  );
  const link = rows.nth(22).getByRole("link");
  await link.evaluate((element: HTMLElement) => element.click());
  await page.waitForURL((url) => url.pathname === "/pages/order/order");
  await page.goBack();
  await page.getByText("Transactions: 45 · Total: ₱1,035.00").waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1400);
  expect(consoleProblems).toEqual([]);
  await close();
});
