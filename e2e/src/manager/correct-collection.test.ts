import { correctCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { countsOf, openCashBox } from "#browser/cash-box.ts";
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

it("[CASH-4] records an implausible correction once, after a confirmation that is possible only with a connection and survives a lost response", async () => {
  const { page, context, deviceId, close } = await openCashBox(network, browser, server);
  const question = page.getByRole("dialog", { name: "Save this count?" });
  const amount = page.getByLabel(/Counted amount/);
  const confirm = question.getByRole("button", { name: "Save anyway" });
  await visit(page, "/pages/cash/cash");
  await page.getByRole("button", { name: new RegExp(deviceId) }).click();
  await amount.fill("25");
  // The server trims notes and reasons, so spaces and line breaks at their end do not count.
  await page.getByLabel("Note (optional)").fill(`${"x".repeat(140)} `);
  await page.getByRole("button", { name: "Save collection" }).click();
  await page.getByText("Collection recorded").waitFor();

  await page.getByRole("radio", { name: "Collections" }).check();
  await page.getByRole("button", { name: "Correct the count" }).click();
  await page.getByLabel("Reason").fill(`${"x".repeat(140)}\n`);
  await page.getByText("140 of 140 characters").waitFor();
  await page.getByLabel("Reason").fill("Counted again");
  await amount.fill("2850");
  await amount.press("Enter");
  await question.getByText("The count is ₱2,820.00 more than expected.").waitFor();
  // A second Enter does not confirm.
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "detached" });
  expect(await amount.inputValue()).toBe("2850");
  expect(await page.getByLabel("Reason").inputValue()).toBe("Counted again");
  expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true);

  await page.getByRole("button", { name: "Save correction" }).click();
  await confirm.waitFor();
  await context.setOffline(true);
  await question.getByText("Not available offline.").waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await context.setOffline(false);
  // The browser reports the connection at once, also to the components that remain after others were closed.
  await expect.poll(() => confirm.isEnabled(), { timeout: 20_000 }).toBe(true);

  // The server records the correction, but its response is lost.
  await page.route(`**${correctCollection.path}`, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, body: "" });
  });
  await confirm.click();
  await question.getByRole("alert").first().waitFor();
  expect(await countsOf(network, deviceId)).toEqual([25_00, 2_850_00]);
  await page.unroute(`**${correctCollection.path}`);
  await confirm.click();
  await page.getByText("Correction recorded").waitFor();
  await page.getByRole("listitem").filter({ hasText: "₱2,850.00" }).first().waitFor();
  expect(await countsOf(network, deviceId)).toEqual([25_00, 2_850_00]);
  await close();
});
