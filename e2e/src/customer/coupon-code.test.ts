import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { applyCoupon, chairAddress, visit } from "#browser/steps.ts";
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

it("[START-3] shows the remaining amount after a coupon's discount, and charges that amount", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await applyCoupon(page, await network.addCoupon({ percent: 40 }));
  // The coupon covers no price completely, so the selected price stays selected.
  await sheet(page).getByText("₱5.00₱3.00").waitFor();
  await sheet(page).getByText("₱1,234.50₱740.70").waitFor();
  await sheet(page).getByRole("button", { name: "Pay ₱3.00" }).click();
  await page.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await page.getByText("₱3.00").waitFor();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 1, totalSeconds: 60 });
  expect(consoleProblems).toEqual([]);
  await close();
});
