import { correctCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { closeResult, countsOf, openCashBox } from "#browser/cash-box.ts";
import { openBrowser } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
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

it("[CASH-4] records a correction once, only with a connection, also if the response is lost", async () => {
  const { page, context, deviceId, close } = await openCashBox(network, browser, server);
  const amount = page.getByLabel(/Counted amount/);
  const saveCorrection = page.getByRole("button", { name: "Save correction" });
  await visit(page, "/pages/cash/cash");
  await page.getByRole("button", { name: new RegExp(deviceId) }).click();
  await amount.fill("25");
  // The server trims notes and reasons, so spaces and line breaks at their end do not count.
  await page.getByLabel("Note (optional)").fill(`${"x".repeat(140)} `);
  await page.getByRole("button", { name: "Save collection" }).click();
  await closeResult(page, "Collection recorded", "The count is ₱5.00 less than expected.");

  await page.getByRole("radio", { name: "Collections" }).check();
  await page.getByRole("button", { name: "Correct the count" }).click();
  await page.getByLabel("Reason").fill(`${"x".repeat(140)}\n`);
  await page.getByText("140 of 140 characters").waitFor();
  await page.getByLabel("Reason").fill("Counted again");
  await amount.fill("28.50");
  await context.setOffline(true);
  await page.getByRole("dialog").getByText("Not available offline.").waitFor();
  expect(await saveCorrection.isDisabled()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => saveCorrection.isEnabled(), { timeout: 20_000 }).toBe(true);

  // The server records the correction, but its response is lost.
  await page.route(`**${correctCollection.path}`, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, body: "" });
  });
  await saveCorrection.click();
  await page.getByRole("dialog").getByText("Unexpected response from the server.").waitFor();
  expect(await countsOf(network, deviceId)).toEqual([25_00, 28_50]);
  await page.unroute(`**${correctCollection.path}`);
  await saveCorrection.click();
  await closeResult(page, "Correction recorded", "The count is ₱1.50 less than expected.");
  await page.getByRole("listitem").filter({ hasText: "₱28.50" }).first().waitFor();
  expect(await countsOf(network, deviceId)).toEqual([25_00, 28_50]);
  await close();
});
