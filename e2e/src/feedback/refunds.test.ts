import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, decidePayment, stopEarly, visit } from "#browser/steps.ts";
import { commandLine } from "#stage/command-line.ts";
import { type Network, openNetwork } from "#stage/network.ts";
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

/** Pays ₱50.00 online for a massage, and stops it. Returns the ID of the order. */
async function payMassage(page: Page): Promise<string> {
  const chair = await network.addChair(outletId);
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("radio", { name: /10 min/ }).check();
  await page.getByRole("button", { name: "Pay ₱50.00" }).click();
  await decidePayment(page, "pay");
  await page.getByRole("timer").waitFor();
  await stopEarly(page);
  return new URL(page.url()).searchParams.get("orderId") ?? "";
}

async function complain(page: Page, problem: string): Promise<void> {
  await page.getByRole("link", { name: "Something wrong? Send feedback" }).click();
  await page.getByLabel("Problem description").fill(problem);
  await page.getByRole("button", { name: "Send feedback" }).click();
  await page.getByRole("link", { name: "See status" }).click();
  await page.getByText("Sent", { exact: true }).waitFor();
}

async function openManager() {
  const session = await signIn(server, await network.addManager([outletId]));
  return openPhone(browser, { origin: server.url, session });
}

const reposo = commandLine(server);

it("[G-3] [ORD-1] [FB-1] shows a partial refund that a manager requests for an order, and a whole one with an answer to feedback, with the operator's decisions in both browsers", async () => {
  const customer = await openPhone(browser, { origin: server.url });
  let orderId = await payMassage(customer.page);
  await complain(customer.page, "The rollers hurt");
  const { page, consoleProblems, close } = await openManager();
  await visit(page, `/pages/order/order?orderId=${orderId}`);
  await page.getByRole("heading", { name: "Manual refund" }).waitFor();
  await page.getByRole("button", { name: "Request a refund" }).click();
  const sheet = page.getByRole("dialog", { name: "Request a refund" });
  await sheet.getByText("At most ₱50.00").waitFor();
  await sheet.getByLabel("Amount (PHP)").fill("50.01");
  await sheet.getByRole("button", { name: "Send request" }).click();
  await sheet.getByText("Please enter a reason").waitFor();
  expect(await sheet.getByLabel("Amount (PHP)").getAttribute("aria-invalid")).toBe("true");
  await sheet.getByLabel("Amount (PHP)").and(sheet.locator(":focus")).waitFor();
  await sheet.getByLabel("Amount (PHP)").fill("20");
  await sheet.getByLabel("Reason").fill("The rollers hurt");
  await sheet.getByRole("button", { name: "Send request" }).click();
  await page.getByText("Waiting for the operator").waitFor();
  await sheet.waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Request a refund" }).count()).toBe(0);
  await customer.page.getByText("A refund of ₱20.00 has been requested.").waitFor();

  const orderNumber = /\d{6}-\w{4}-\w{4}/.exec((await page.getByRole("main").textContent()) ?? "")?.[0] ?? "";
  expect(await reposo("refund", "list")).toMatch(new RegExp(`${orderNumber}  \\S+  PHP 20\\.00`));
  await reposo("refund", "approve", orderNumber, "--note", "We are sorry");
  await page.getByText("The money has been refunded.").waitFor();
  await page.getByText("Operator: We are sorry").waitFor();
  await page.getByText("₱20.00 was refunded to the customer.").waitFor();
  await page.getByRole("button", { name: "Request a refund" }).waitFor();
  await customer.page.getByText("₱20.00 has been refunded.").waitFor();
  await visit(customer.page, `/pages/deviceOrder/order?orderId=${orderId}`);
  await customer.page.getByText("₱20.00 of your payment has been refunded.").waitFor();
  // A further refund adds to the amount that both pages show.
  await reposo("refund", "give", orderNumber, "--amount", "5", "--reason", "The seat was wet");
  await page.getByText("₱25.00 was refunded to the customer.").waitFor();
  await visit(customer.page, `/pages/deviceOrder/order?orderId=${orderId}`);
  await customer.page.getByText("₱25.00 of your payment has been refunded.").waitFor();
  await visit(page, `/pages/orderFeedback/orderFeedback?orderId=${orderId}`);
  await page.getByText("₱20.00 has been refunded.").waitFor();

  orderId = await payMassage(customer.page);
  await complain(customer.page, "The foot rest fell off");

  await visit(page, `/pages/orderFeedback/orderFeedback?orderId=${orderId}`);
  await page.getByLabel("Your reply").fill("We ask for your money");
  await page.getByLabel("Compensation").selectOption({ label: "Request a refund" });
  await page.reload();
  await expect.poll(() => page.getByLabel("Compensation").inputValue()).toBe("refund");
  await page.getByRole("button", { name: "Send reply" }).click();
  for (const one of [customer.page, page])
    await one.getByText("A refund of ₱50.00 has been requested.").waitFor();
  await page.getByRole("button", { name: "Close as explained" }).waitFor();
  expect(await page.getByRole("button", { name: "Refunded" }).count()).toBe(0);

  await reposo("refund", "approve", orderId);
  for (const one of [customer.page, page]) await one.getByText("₱50.00 has been refunded.").waitFor();
  await page.getByRole("button", { name: "Refunded" }).click();
  await customer.page.getByText("Closed", { exact: true }).waitFor();
  expect([...consoleProblems, ...customer.consoleProblems]).toEqual([]);
  await close();
  await customer.close();
});
