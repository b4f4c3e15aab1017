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
let manager: ManagerAccount;
let outletIds: readonly string[];
const deviceIds: string[] = [];

const yesterday = new Date(manilaMidnight(systemClock.now(), 1).getTime() + 10 * 3_600_000);

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletIds = await network.addOutlets(["Glorietta", "Ayala, =1+1"]);
  for (const [at, outletId] of outletIds.entries()) {
    const deviceId = await network.addDevice(outletId);
    const [payType, amountMinor] = at === 0 ? (["online", 1_234_50] as const) : (["cash", 50_00] as const);
    await recordIncome(network.database, { outletId, deviceId, at: yesterday, payType, amountMinor });
    deviceIds.push(deviceId);
  }
  manager = await network.addManager(outletIds);
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

/** Opens the report of two outlets with income of yesterday, which no test changes. */
async function openReport() {
  const phone = await openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
  return { ...phone, outletIds, deviceIds };
}

/** The dates are explicit, because "yesterday" changes if midnight passes during the tests. */
const address = `/pages/details/details?range=custom&startDate=${manilaDate(yesterday)}&endDate=${manilaDate(yesterday)}`;

async function openSheet(page: Page, at = address): Promise<void> {
  await visit(page, at);
  await page.getByRole("button", { name: "Export" }).first().click();
}

async function downloaded(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `Download ${format}` }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}

it("[DET-1] [I18N-3] exports the rows of each level as CSV with escaped formulas, as a workbook, and by a link that any browser can open", async () => {
  const { page, outletIds, deviceIds, consoleProblems, close } = await openReport();
  await openSheet(page);
  const csv = await downloaded(page, "CSV");
  expect(csv.name).toMatch(/\.csv$/);
  await page.getByText(`Saved as ${csv.name}`).waitFor();
  const text = csv.bytes.toString("utf8");
  expect(text.startsWith("\ufeff")).toBe(true);
  expect(text.trimEnd().split("\r\n")).toHaveLength(3);
  expect(text).toContain("Glorietta");
  expect(text).toMatch(/1234\.50?/);
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Export" }).first().click();
  const workbook = await downloaded(page, "Excel (XLSX)");
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(workbook.bytes.subarray(0, 2).toString()).toBe("PK");

  await openSheet(page, `${address}&areaId=${outletIds[0]}`);
  const devices = (await downloaded(page, "CSV")).bytes.toString("utf8").trimEnd().split("\r\n");
  expect(devices).toHaveLength(2);
  expect(devices[1]).toContain(deviceIds[0]);
  await openSheet(page, `${address}&channel=cash&currency=PHP`);
  const entries = (await downloaded(page, "CSV")).bytes.toString("utf8").trimEnd().split("\r\n");
  expect(entries).toHaveLength(2);
  expect(entries[1]).toContain(deviceIds[1]);

  await openSheet(page);
  await page.getByRole("button", { name: "Get a link instead" }).click();
  await page.getByRole("button", { name: "Link to CSV" }).click();
  const link = await page.getByLabel("Link to the file").inputValue();
  expect(new URL(link).origin).toBe(server.url);
  // Another client opens the link without a token and with another language.
  const answer = await fetch(link, { headers: { "accept-language": "id" } });
  expect(answer.headers.get("content-type")).toContain("text/csv");
  expect((await answer.text()).trimEnd().split("\r\n")).toHaveLength(3);
  expect(consoleProblems).toEqual([]);
  await close();
});
