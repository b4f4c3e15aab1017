import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { addEndedOrder } from "#stage/ended-order.ts";
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

/** Opens the feedback page of an ended massage at an outlet. */
async function openFeedback(outletId: string, prepare?: (page: Page) => Promise<void>) {
  const { orderId, session } = await addEndedOrder(network, outletId);
  const phone = await openPhone(browser, { origin: server.url, session });
  await prepare?.(phone.page);
  await visit(phone.page, `/pages/orderFeedback/orderFeedback?orderId=${orderId}`);
  return phone;
}

it("[FB-1] [NET-3] shows an unexpected error under the form and allows sending the form again, but not offline", async () => {
  const customer = await openFeedback(await network.addOutlet());
  const { page } = customer;
  await page.getByLabel("What is the problem?").selectOption("dirty");
  await page.evaluate(() => {
    const original = crypto.getRandomValues;
    crypto.getRandomValues = () => {
      crypto.getRandomValues = original;
      throw new Error("no entropy");
    };
  });
  await page.getByRole("button", { name: "Send feedback" }).click();
  await page.getByText("Unexpected response from the server. Please try again.").waitFor();
  // Console messages arrive asynchronously.
  await expect.poll(() => customer.consoleProblems).toEqual([expect.stringContaining("no entropy")]);
  const again = page.getByRole("button", { name: "Send again" });
  await page.context().setOffline(true);
  await page.getByText("Not available offline.").waitFor();
  expect(await again.isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await again.click();
  await page.waitForURL("**/pages/result/result**");
  await customer.close();
});
