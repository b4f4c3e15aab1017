import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openBrowserWithBackCache, openPhone } from "#browser/phone.ts";
import { chairAddress, decidePayment, delayScripts, startWithCoupon, visit } from "#browser/steps.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

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

const openOurPhone = () => openPhone(browser, { origin: server.url });

async function orderOnline(page: Page, deviceId: string): Promise<void> {
  await visit(page, chairAddress(deviceId));
  await page.getByText("Simulated payment. No real money is charged.").waitFor();
  await page.getByRole("radio", { name: /10 min/ }).check();
  await page.getByRole("button", { name: "Pay ₱50.00" }).click();
  await page.getByRole("heading", { name: "Simulated payment" }).waitFor();
  await page.getByText("₱50.00", { exact: true }).waitFor();
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

it("[START-3] [START-5] [WHO-2] starts the chair when the payment is confirmed, removes the return ticket from the address, and ends it", async () => {
  const chair = await network.addChair(outletId);
  const payer = await openOurPhone();
  const addresses: string[] = [];
  payer.page.on("request", (request) => addresses.push(request.url()));
  await orderOnline(payer.page, chair.deviceId);
  expect(chair.state().running).toBeNull();
  await press(payer.page, "Pay ₱50.00");
  await payer.page.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 2, totalSeconds: 600 });
  // The document shows the order before the app runs, which removes the ticket.
  await expect.poll(() => [...new URL(payer.page.url()).searchParams.keys()]).toEqual(["orderId"]);

  const returned = addresses.find((address) => address.includes("ticket=")) as string;
  const stranger = await openOurPhone();
  await visit(stranger.page, returned);
  await stranger.page.getByText("Order unavailable").waitFor();
  await payer.page.reload();
  await payer.page.getByRole("timer").waitFor();
  for (const phone of [payer, stranger]) {
    expect(phone.consoleProblems).toEqual([]);
    await phone.close();
  }
});

it("[START-3] cancels the order if the payment is refused, and keeps the chosen price for a retry, also after a reload", async () => {
  const chair = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openOurPhone();
  await orderOnline(page, chair.deviceId);
  await decidePayment(page, "refuse");
  await page.getByText("The payment was declined. Nothing was charged.").waitFor();
  expect(chair.state().running).toBeNull();
  await page.getByRole("link", { name: "Back to the chair" }).click();
  await page.getByText("Choose your massage").waitFor();
  await page.getByRole("button", { name: "Pay ₱50.00" }).waitFor();
  expect(await page.getByRole("radio", { name: /10 min/ }).isChecked()).toBe(true);
  // The server's markup shows it before the app runs.
  const releaseScripts = await delayScripts(page);
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("button", { name: "Pay ₱50.00" }).tap();
  expect(await page.getByRole("radio", { name: /10 min/ }).isChecked()).toBe(true);
  releaseScripts();
  await page.waitForURL("**/pay/simulated/**");
  await page.getByText("₱50.00", { exact: true }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[START-3] offers no payment when the customer goes back after a declined or a completed payment", async () => {
  const caching = await openBrowserWithBackCache();
  for (const [decision, outcome] of [
    ["refuse", "The payment was declined. Nothing was charged."],
    ["pay", "Add minutes"],
  ] as const) {
    const chair = await network.addChair(outletId);
    const { page, consoleProblems, close } = await openPhone(caching, { origin: server.url });
    await orderOnline(page, chair.deviceId);
    await decidePayment(page, decision);
    await page.getByText(outcome).waitFor();
    await page.goBack({ waitUntil: "commit" });
    await page.getByText("This payment is already completed, declined, or expired.").waitFor();
    expect(await page.getByRole("button").allInnerTexts()).toEqual(["Back to the order"]);
    await page.goBack({ waitUntil: "commit" });
    await page.getByText(outcome).waitFor();
    expect(await page.getByRole("button", { name: /^Pay ₱/ }).count()).toBe(0);
    expect(consoleProblems).toEqual([]);
    await close();
  }
  await caching.close();
});

it("[START-3] [CNT-2] keeps an unpaid order payable, allows cancelling it, and shows it in another browser that returns with its ticket", async () => {
  const chair = await network.addChair(outletId);
  const ordering = await openOurPhone();
  await orderOnline(ordering.page, chair.deviceId);
  await decidePayment(ordering.page, "leave");
  await ordering.page.getByText("Waiting for your payment").waitFor();
  await press(ordering.page, "Pay ₱50.00");
  await decidePayment(ordering.page, "leave");
  await press(ordering.page, "Cancel order");
  await ordering.page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await ordering.page.getByText("Order canceled").waitFor();
  await ordering.page.getByText("Nothing was charged.").waitFor();

  await orderOnline(ordering.page, chair.deviceId);
  const paymentPage = ordering.page.url();

  // The wallet opens the payment in a separate browser, which has no token of this customer.
  const wallet = await openOurPhone();
  await visit(wallet.page, paymentPage);
  await decidePayment(wallet.page, "pay");
  await wallet.page.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 2 });
  const order = wallet.page.url();
  expect(order).not.toContain("ticket");
  await wallet.page.reload();
  await wallet.page.getByRole("timer").waitFor();

  const otherPhone = await openOurPhone();
  await visit(otherPhone.page, "/pages/index/index");
  await otherPhone.page.getByLabel("Device ID").waitFor();
  await visit(otherPhone.page, order);
  await otherPhone.page.getByText("Order unavailable").waitFor();

  await visit(ordering.page, chairAddress(chair.deviceId));
  await ordering.page.getByRole("timer").waitFor();
  for (const phone of [ordering, wallet, otherPhone]) {
    expect(phone.consoleProblems).toEqual([]);
    await phone.close();
  }
});

it("[START-3] [START-6] refunds immediately if another customer has taken the chair before the payment", async () => {
  const chair = await network.addChair(outletId);
  const slow = await openOurPhone();
  const quick = await openOurPhone();
  await orderOnline(slow.page, chair.deviceId);
  await visit(quick.page, chairAddress(chair.deviceId));
  await startWithCoupon(quick.page, await network.addCoupon());
  await quick.page.getByRole("timer").waitFor();
  const running = chair.state().running;

  await decidePayment(slow.page, "pay");
  await slow.page.getByText("Someone else started this chair first").waitFor();
  await slow.page.getByText("Your ₱50.00 has been refunded.").waitFor();
  expect(chair.state().running).toMatchObject({ gear: running?.gear, totalSeconds: running?.totalSeconds });
  expect([...slow.consoleProblems, ...quick.consoleProblems]).toEqual([]);
  await slow.close();
  await quick.close();
});

it("[START-5] makes a coupon usable again if the chair refuses, and refunds a payment if it does not respond", async () => {
  const refusing = await network.addChair(outletId);
  const coupon = await network.addCoupon();
  const { page, consoleProblems, close } = await openOurPhone();
  await visit(page, chairAddress(refusing.deviceId));
  await page.getByText("Choose your massage").waitFor();
  refusing.setFaults({ refuse: "motorHot" });
  await startWithCoupon(page, coupon);
  await page.getByText("The chair did not start").waitFor();
  await page.getByText("Your coupon can be used again.").waitFor();
  refusing.setFaults({ refuse: null });
  await visit(page, chairAddress(refusing.deviceId));
  await startWithCoupon(page, coupon);
  await page.getByRole("timer").waitFor();

  const chair = await network.addChair(outletId);
  await orderOnline(page, chair.deviceId);
  // The chair loses power while it processes the command, so it never replies.
  chair.setFaults({ powerCutAt: "beforeStore", powerOffMs: Number.POSITIVE_INFINITY });
  await decidePayment(page, "pay");
  await page.getByText("Waiting for the chair").waitFor();
  await page.getByText("your payment is refunded.").waitFor();
  expect(await page.getByRole("timer").count()).toBe(0);
  await page.getByText("The chair did not start").waitFor();
  await page.getByText("Your ₱50.00 has been refunded.").waitFor();
  expect(chair.state().running).toBeNull();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CNT-2] offers to cancel an order that has not started, and states that a coupon can be used again, and that cash has to be returned", async () => {
  const chair = await network.addChair(outletId);
  const session = await signIn(server, await network.addManager([outletId]));
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  const dialog = page.getByRole("dialog");
  const payments = [
    {
      start: async () => startWithCoupon(page, await network.addCoupon()),
      promise: "After the cancellation, your coupon can be used again.",
      promiseToManager: "The customer can use the coupon again.",
    },
    {
      start: () => press(page, "Cash ₱5.00 received: start"),
      promise: "After the cancellation, return ₱5.00 in cash to the customer.",
      promiseToManager: "After the cancellation, return the cash to the customer.",
    },
  ];
  for (const { start, promise, promiseToManager } of payments) {
    await visit(page, chairAddress(chair.deviceId));
    await page.getByText("Cash payment").waitFor();
    chair.setFaults({ powerCutAt: "beforeStore", powerOffMs: Number.POSITIVE_INFINITY });
    await start();
    await page.getByText("Waiting for the chair").waitFor();
    const orderId = new URL(page.url()).searchParams.get("orderId");
    await press(page, "Cancel order");
    await dialog.getByText("The chair has not started yet.").waitFor();
    expect(await dialog.innerText()).toContain(promise);
    await visit(page, `/pages/order/order?orderId=${orderId}`);
    await press(page, "Cancel order");
    await dialog.getByRole("heading", { name: "Cancel this order?" }).waitFor();
    await dialog.getByText("has not started yet.").waitFor();
    expect(await dialog.innerText()).toContain(promiseToManager);
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await dialog.waitFor({ state: "detached" });
    chair.start();
    await until(() => chair.state().connected, "the chair to connect again");
  }

  // An open question about the cancellation is closed when the chair starts, instead of asking whether to stop.
  await visit(page, chairAddress(chair.deviceId));
  chair.setFaults({ powerCutAt: "beforeStore", powerOffMs: Number.POSITIVE_INFINITY });
  await startWithCoupon(page, await network.addCoupon());
  await page.getByText("Waiting for the chair").waitFor();
  await press(page, "Cancel order");
  await dialog.waitFor();
  const detail = await page.context().newPage();
  await visit(detail, `/pages/order/order?orderId=${new URL(page.url()).searchParams.get("orderId")}`);
  await press(detail, "Cancel order");
  await detail.getByRole("heading", { name: "Cancel this order?" }).waitFor();
  chair.start();
  await detail.getByText(/^\d\d:\d\d left$/).waitFor();
  await page.getByRole("timer").waitFor();
  expect(await dialog.count()).toBe(0);
  expect(await detail.getByRole("dialog").count()).toBe(0);
  await press(detail, "Stop massage");
  await detail.getByRole("button", { name: "Stop now" }).click();
  await detail.getByText("Stopped early").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
