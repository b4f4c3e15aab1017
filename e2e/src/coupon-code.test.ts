import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, holdReply, startWithCoupon, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const sheet = (page: Page) => page.getByRole("dialog");

/** Later than the second tap of a double tap, which starts nothing. */
async function tapLater(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(600);
  await sheet(page).getByRole("button", { name, exact: true }).click();
}
const lowers = "This coupon lowers the price; pay the rest to start";

it("[START-3] says what a coupon leaves to pay, and has that paid", async () => {
  const chair = await network.addChair(outletId);
  const { page, complaints, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon({ percent: 40 }));
  await sheet(page).getByText(lowers).waitFor();
  await tapLater(page, "Pay ₱3.00");
  await page.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await page.getByText("₱3.00").waitFor();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 1, totalSeconds: 60 });
  expect(complaints).toEqual([]);
  await close();
});

it("[START-3] says of a code what was said of that code, and not of one typed before", async () => {
  const chair = await network.addChair(outletId);
  const { page, complaints, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, "NO-SUCH-CODE");
  const field = sheet(page).getByLabel("Coupon code");
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");

  const release = await holdReply(page, "**/data-centre/activate");
  await field.fill(await network.addCoupon({ percent: 40 }));
  await tapLater(page, "Start");
  await field.fill(await network.addCoupon());
  await release();
  await expect.poll(() => sheet(page).locator("[aria-busy=true]").count()).toBe(0);
  expect(await sheet(page).getByText(lowers).count()).toBe(0);
  expect(await field.getAttribute("aria-invalid")).not.toBe("true");
  await tapLater(page, "Start");
  await page.getByRole("timer").waitFor();
  expect(complaints).toEqual([]);
  await close();
});
