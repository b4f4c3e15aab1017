import { buffer } from "node:stream/consumers";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaDate, manilaMidnight, recordIncome } from "#stage/record-income.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletIds: readonly string[];
let manager: ManagerAccount;

/** Noon of yesterday in Manila, when three of the outlets had income. */
const at = new Date(manilaMidnight(systemClock.now(), 1).getTime() + 12 * 3_600_000);

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  // More outlets than a call can list.
  outletIds = await network.addOutlets(
    Array.from({ length: 130 }, (_, n) => `Outlet ${String(n).padStart(3, "0")}`),
  );
  for (const [n, amountMinor] of [100_00, 20_00, 3_00].entries()) {
    const outletId = outletIds[n] ?? "";
    const deviceId = await network.addDevice(outletId);
    await recordIncome(network.database, { outletId, deviceId, at, amountMinor, payType: "cash" });
  }
  manager = await network.addManager(outletIds);
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const address = `/pages/details/details?range=custom&startDate=${manilaDate(at)}&endDate=${manilaDate(at)}`;

const openManager = async () =>
  openPhone(browser, { origin: server.url, session: await signIn(server, manager) });

const excludedIn = (page: Page) => new URL(page.url()).searchParams.getAll("exceptAreaId");

it("[DET-2] [DET-1] [ORD-2] shows and exports figures, transactions, and orders of all of 130 outlets except one", async () => {
  const { page, consoleProblems, close } = await openManager();
  const [, excluded] = outletIds;
  await visit(page, address);
  await page.locator("[data-figure=total]").getByText("₱123.00").waitFor();
  await page.getByRole("button", { name: "All outlets (130)" }).click();
  const sheet = page.getByRole("dialog", { name: "Choose outlets" });
  await sheet.getByRole("searchbox").fill("Outlet 001");
  await sheet.getByRole("checkbox", { name: "Outlet 001" }).uncheck();
  await sheet.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("button", { name: "129 of 130 outlets" }).waitFor();
  await page.locator("[data-figure=total]").getByText("₱103.00").waitFor();
  expect(excludedIn(page)).toEqual([excluded]);

  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const file = (await buffer(await download.createReadStream())).toString("utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(130);
  expect(file).not.toContain(excluded);
  await page.getByRole("button", { name: "Done" }).click();

  await page.locator("[data-figure=total]").click();
  await page.getByText("Transactions: 2 · Total: ₱103.00").waitFor();
  await page.goBack();
  await page.locator("[data-figure=orders]").click();
  await page.getByText("Orders: 2").waitFor();
  expect(excludedIn(page)).toEqual([excluded]);
  await page.getByRole("button", { name: "Remove filter: Without Outlet 001" }).click();
  await page.getByText("Orders: 3").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ORD-2] excludes outlets in the order filters, keeps the selection, and inverts it", async () => {
  const { page, consoleProblems, close } = await openManager();
  const [first] = outletIds;
  await visit(page, "/pages/order/order");
  await page.getByText("Orders: 3").waitFor();
  const sheet = page.getByRole("dialog");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await sheet.getByRole("radio", { name: "All except selected" }).check();
  await sheet.getByRole("checkbox", { name: "Outlet 000" }).check();
  await sheet.getByRole("button", { name: "Apply filters" }).click();
  await page.getByText("Orders: 2").waitFor();
  expect(excludedIn(page)).toEqual([first]);

  await page.getByRole("button", { name: "Filters", exact: true }).click();
  expect(await sheet.getByRole("radio", { name: "All except selected" }).isChecked()).toBe(true);
  expect(await sheet.getByRole("checkbox", { name: "Outlet 000" }).isChecked()).toBe(true);
  await sheet.getByRole("radio", { name: "Only selected" }).check();
  await sheet.getByRole("button", { name: "Apply filters" }).click();
  await page.getByText("Orders: 1").waitFor();
  expect(new URL(page.url()).searchParams.getAll("areaId")).toEqual([first]);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ORD-2] moves the focus to the error if more outlets are selected, and more excluded, than a call can list", async () => {
  const furtherIds = await network.addOutlets(Array.from({ length: 72 }, (_, n) => `Further outlet ${n}`));
  const session = await signIn(server, await network.addManager([...outletIds, ...furtherIds]));
  const { page, close } = await openPhone(browser, { origin: server.url, session });
  const selected = outletIds.slice(0, 101).map((areaId) => `areaId=${areaId}`);
  await visit(page, `/pages/order/order?${selected.join("&")}`);
  const sheet = page.getByRole("dialog");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const error = sheet.getByRole("alert").filter({ hasText: "Select up to 100 outlets" });
  // The error is above the visible part of the sheet, also after a second attempt.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await sheet.getByRole("button", { name: "Apply filters" }).click();
    await error.and(sheet.locator(":focus")).waitFor();
  }
  expect(await error.count()).toBe(1);
  await close();
});
