import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addFeedback } from "#browser/feedback-states.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { commandLine } from "#stage/command-line.ts";
import { addEndedOrder } from "#stage/ended-order.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

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

it("[FB-1] shows the operator's decision about a coupon in the open list, and offers no further compensation", async () => {
  const outletId = await network.addOutlet();
  const { orderId } = await addEndedOrder(network, outletId);
  const feedbackId = await addFeedback(network.database, { orderId, problem: "The rollers hurt" });

  const session = await signIn(server, await network.addManager([outletId]));
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, `/pages/feedback/feedback?feedbackId=${feedbackId}`);
  await page.getByLabel("Your reply").fill("Please try again");
  // The order has no amount, so the operator must approve the coupon.
  await page.getByLabel("Compensation").selectOption({ label: "Coupon for a free massage" });
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText(/^Coupon requested from the operator/).waitFor();
  expect(await page.getByLabel("Compensation").count(), "choices between one option").toBe(0);

  const reference = /FB-\w{4}-\w{4}/.exec(await page.getByRole("main").innerText())?.[0] ?? "";
  await visit(page, "/pages/feedback/feedback?rows=coupons");
  const gift = page.getByRole("listitem").filter({ hasText: reference });
  await gift.getByText("Requested").waitFor();
  await commandLine(server)("gift", "refuse", reference, "--reason", "Not for free massages");
  await gift.getByText("Refused").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
