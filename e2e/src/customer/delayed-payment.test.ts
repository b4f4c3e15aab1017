import { getOrder } from "@reposo/contract/orders/orders.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, startWithCoupon, visit } from "#browser/steps.ts";
import { delayPaymentPage } from "#stage/delayed-payment.ts";
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

const pauseSeconds = 12;
const afterRetry = { timeout: 45_000 };
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const orderIdOf = (page: Page) => new URL(page.url()).searchParams.get("orderId") ?? "";
const countdown = (orderId: string) => `/pages/deviceOrder/order?orderId=${orderId}`;

describe("[START-3] a payment page that cannot be opened", () => {
  it("is shown as delayed, and offered without a reload after the retry has opened it", async () => {
    const chair = await network.addChair(outletId);
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    await visit(page, chairAddress(chair.deviceId));
    await press(page, "Pay ₱5.00");
    await page.locator("button.leave").click();
    await page.getByRole("button", { name: "Pay now" }).waitFor();
    const orderId = orderIdOf(page);

    await delayPaymentPage(network, orderId, pauseSeconds);
    await visit(page, countdown(orderId));
    await page.getByRole("status").getByText("The payment page can't be opened right now.").waitFor();
    expect(await page.getByRole("button", { name: "Pay now" }).count()).toBe(0);
    await page.getByRole("button", { name: "Cancel order" }).waitFor();

    // The first refetch fails, so the page must refetch the order once more.
    const failure = { contentType: "text/html", body: "<p>The server is not available</p>" };
    await page.route(`**/api${getOrder.path}*`, (route) => route.fulfill(failure), { times: 1 });
    await page.getByRole("button", { name: "Pay now" }).waitFor(afterRetry);
    expect(await page.getByText("The payment page can't be opened right now.").count()).toBe(0);
    await press(page, "Pay now");
    await press(page, "Pay");
    await page.getByRole("timer").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("is shown as delayed for an extension, and offered after the retry has opened it", async () => {
    const chair = await network.addChair(outletId);
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    await visit(page, chairAddress(chair.deviceId));
    await page.getByRole("radio", { name: /10 min/ }).check();
    await startWithCoupon(page, await network.addCoupon());
    await page.getByRole("timer").waitFor();
    await press(page, "Add minutes");
    await press(page, "Pay ₱50.00");
    await page.locator("button.leave").click();
    const payNow = page.getByRole("button", { name: "Pay now" });
    await payNow.waitFor();
    const orderId = orderIdOf(page);

    await delayPaymentPage(network, orderId, pauseSeconds);
    await visit(page, countdown(orderId));
    const banner = page.getByRole("status").filter({ hasText: "10 extra min: waiting for your payment." });
    await banner.getByText("The payment page can't be opened right now. We'll try again shortly.").waitFor();
    expect(await payNow.count()).toBe(0);

    await payNow.waitFor(afterRetry);
    expect(await page.getByText("The payment page can't be opened right now.").count()).toBe(0);
    await payNow.click();
    await press(page, "Pay");
    await page.getByText("10 min added").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });
});
