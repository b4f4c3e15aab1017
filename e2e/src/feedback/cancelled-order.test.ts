import { feedbackAnswer, feedbackList } from "@reposo/contract/feedback/feedback.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { callServer } from "#stage/call-server.ts";
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

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const problem = (page: Page) => page.getByLabel("Problem description");
const untilReply = (page: Page) =>
  page.getByText("You can send more feedback for this order when the outlet has replied");

/** Orders a massage, cancels the order without a payment, and opens its feedback page. */
async function openFeedbackOnCancelled(deviceId: string) {
  const phone = await openPhone(browser, { origin: server.url });
  const { page } = phone;
  await visit(page, chairAddress(deviceId));
  await page.getByRole("radio", { name: /10 min/ }).check();
  await press(page, "Pay ₱50.00");
  await press(page, "Leave without paying");
  await press(page, "Cancel order");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("link", { name: "Something wrong? Send feedback" }).click();
  await problem(page).fill("The payment failed");
  return phone;
}

it("[FB-1] on a cancelled order, offers further feedback when the outlet has replied, and keeps what was entered until then", async () => {
  const outletId = await network.addOutlet();
  const { deviceId } = await network.addChair(outletId);
  const { page, consoleProblems, close } = await openFeedbackOnCancelled(deviceId);
  const address = page.url();
  // A second page that does not know of the feedback sent by the first.
  const second = await page.context().newPage();
  await second.route("**/order-feedback?*", () => undefined);
  await visit(second, address);
  await problem(second).waitFor();

  await press(page, "Send feedback");
  await page.getByRole("link", { name: "View your feedback and replies" }).click();
  await untilReply(page).waitFor();
  expect(await problem(page).count()).toBe(0);

  await problem(second).fill("It failed again");
  await press(second, "Send feedback");
  await untilReply(second).waitFor();
  expect(await problem(second).inputValue()).toBe("It failed again");

  const { token } = await signIn(server, await network.addManager([outletId]));
  const { items } = await callServer(server, feedbackList, { deviceId }, token);
  const feedbackId = items[0]?.feedbackId ?? "";
  await callServer(server, feedbackAnswer, { feedbackId, answer: "It works again." }, token);
  await page.getByText("It works again.").waitFor();
  await problem(page).waitFor();
  expect(await problem(page).inputValue()).toBe("It failed again");
  expect(await untilReply(page).count()).toBe(0);
  await press(second, "Send again");
  await second.getByText("Submitted successfully").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
