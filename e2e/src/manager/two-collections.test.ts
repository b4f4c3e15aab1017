import { recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { countsOf, openCashBox, tapBox } from "#browser/cash-box.ts";
import { openBrowser } from "#browser/phone.ts";
import { delayReply, logIn, visit } from "#browser/steps.ts";
import { recordToasts } from "#browser/toasts.ts";
import { type Network, openNetwork } from "#stage/network.ts";

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

const sheetOf = (page: Page) => page.getByRole("dialog");
const amountOf = (page: Page) => page.getByLabel(/Counted amount/);

async function fillCount(page: Page, deviceId: string, amount: string): Promise<void> {
  await tapBox(page, deviceId);
  await amountOf(page).fill(amount);
}

async function saveAndLeave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save collection" }).click();
  await sheetOf(page).getByRole("button", { name: "Close" }).click();
}

it("[CASH-4] records a count that was saved while the one before was being sent, keeps the form of a third one open, and is not delayed by a pending call of another account", async () => {
  const { page, deviceId, outletId, consoleProblems, close } = await openCashBox(network, browser, server);
  const second = await network.addDevice(outletId);
  const third = await network.addDevice(outletId);
  const toasts = await recordToasts(page);
  await visit(page, "/pages/cash/cash");
  const release = await delayReply(page, `**${recordCollection.path}`);
  await fillCount(page, deviceId, "25");
  await saveAndLeave(page);
  await release.answered;
  await fillCount(page, second, "0");
  await saveAndLeave(page);
  await fillCount(page, third, "12");
  await release();
  await page.getByText("Collection recorded").first().waitFor();
  await expect.poll(() => countsOf(network, second)).toEqual([0]);
  // Otherwise the queue sent the second count only half a minute later.
  expect((await toasts()).filter(({ text }) => text.includes("Saved on this device"))).toEqual([]);
  expect(await amountOf(page).inputValue()).toBe("12");
  expect(await countsOf(network, deviceId)).toEqual([25_00]);
  expect(consoleProblems).toEqual([]);
  await sheetOf(page).getByRole("button", { name: "Close" }).click();

  // The next call gets no response. Like a login in another tab, this changes the account without loading the document.
  const other = await network.addManager([outletId]);
  await page.route(`**${recordCollection.path}`, () => undefined, { times: 1 });
  const called = page.waitForRequest(`**${recordCollection.path}`);
  await fillCount(page, third, "0");
  await saveAndLeave(page);
  await called;
  await page.getByRole("link", { name: "My account" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.locator("dialog").getByRole("button", { name: "Log out" }).click();
  await logIn(page, other);
  await page.getByRole("link", { name: "Cash", exact: true }).click();
  await fillCount(page, second, "5");
  await page.getByRole("button", { name: "Save collection" }).click();
  await expect.poll(() => countsOf(network, second)).toEqual([0, 5_00]);
  expect(await countsOf(network, third)).toEqual([]);
  await close();
});
