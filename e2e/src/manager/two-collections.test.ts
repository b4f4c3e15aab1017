import { correctCollection, recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { closeResult, countsOf, openCashBox } from "#browser/cash-box.ts";
import { openBrowser } from "#browser/phone.ts";
import { delayReply, visit } from "#browser/steps.ts";
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
  await page.getByRole("button", { name: new RegExp(deviceId) }).click();
  await amountOf(page).fill(amount);
}

async function saveAndLeave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save collection" }).click();
  await sheetOf(page).getByRole("button", { name: "Close" }).click();
}

it("[CASH-4] records a count that was saved while the one before was being sent, and keeps the form of a third one open", async () => {
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
  expect((await toasts()).filter(({ text }) => text.includes("Saved on this phone"))).toEqual([]);
  expect(await amountOf(page).inputValue()).toBe("12");
  expect(await countsOf(network, deviceId)).toEqual([25_00]);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CASH-4] keeps another form open when a correction that was left has been recorded, and reports one whose page was left", async () => {
  const { page, deviceId, consoleProblems, close } = await openCashBox(network, browser, server);
  await visit(page, "/pages/cash/cash");
  await fillCount(page, deviceId, "25");
  await page.getByRole("button", { name: "Save collection" }).click();
  await closeResult(page, "Collection recorded", "The count is ₱5.00 less than expected.");
  await page.getByRole("radio", { name: "Collections" }).check();
  await page.getByRole("button", { name: "Correct the count" }).click();
  await amountOf(page).fill("26");
  await page.getByLabel("Reason").fill("Counted again");
  const release = await delayReply(page, `**${correctCollection.path}`);
  await page.getByRole("button", { name: "Save correction" }).click();
  await release.answered;
  await sheetOf(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Correct the count" }).click();
  await amountOf(page).fill("27");
  await release();
  await page.getByText("Correction recorded").waitFor();
  expect(await amountOf(page).inputValue()).toBe("27");
  await sheetOf(page).getByRole("button", { name: "Close" }).click();

  await page.getByText("Correction recorded").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Correct the count" }).click();
  await amountOf(page).fill("2700");
  await page.getByLabel("Reason").fill("Counted again");
  const releaseLast = await delayReply(page, `**${correctCollection.path}`);
  await page.getByRole("button", { name: "Save correction" }).click();
  await releaseLast.answered;
  await page.goBack();
  await sheetOf(page).waitFor({ state: "detached" });
  await page.getByRole("navigation").getByRole("link").first().click();
  await page.waitForURL("**/pages/home/home");
  await releaseLast();
  await page.getByText("Correction recorded").waitFor();
  expect(await countsOf(network, deviceId)).toEqual([25_00, 26_00, 2_700_00]);
  expect(consoleProblems).toEqual([]);
  await close();
});
