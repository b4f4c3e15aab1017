import { feedbackClose, feedbackDetail, feedbackLook } from "@reposo/contract/feedback/feedback.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addFeedback } from "#browser/feedback-states.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayReply, visit, withoutStream } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { recordWeek } from "#stage/record-income.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

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

async function openFeedback() {
  const { database } = network;
  const outletId = await network.addOutlet();
  await recordWeek(network, outletId, await network.addDevice(outletId));
  const { order_id: orderId } = await sql<{ order_id: string }>`
    SELECT order_id FROM orders
    WHERE outlet_id = ${outletId} LIMIT 1`.firstRow(database);
  const feedbackId = await addFeedback(database, { orderId, problem: "It squeaks" });
  const session = await signIn(server, await network.addManager([outletId]));
  const phone = await openPhone(browser, { origin: server.url, session });
  await withoutStream(phone.page);
  await visit(phone.page, `/pages/feedback/feedback?feedbackId=${feedbackId}`);
  return phone;
}

it("[FB-1] [NET-3] disables the actions offline, and shows on the pressed button that an action is pending", async () => {
  const { page, consoleProblems, close } = await openFeedback();
  const button = (name: string) => page.getByRole("button", { name });
  const send = button("Send reply");
  await page.getByLabel("Your reply").fill("We have oiled it");
  await page.context().setOffline(true);
  await page.getByText("Not available offline.").waitFor();
  for (const name of ["Send reply", "Mark as in progress"])
    expect(await button(name).isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await expect.poll(() => send.isDisabled()).toBe(false);
  const look = await delayReply(page, `**${feedbackLook.path}`);
  await button("Mark as in progress").click();
  await look.answered;
  expect(await button("Mark as in progress").getAttribute("aria-busy")).toBe("true");
  expect(await send.getAttribute("aria-busy")).toBeNull();
  expect(await send.isDisabled()).toBe(true);
  await look();
  await send.click();

  const closed = await delayReply(page, `**${feedbackClose.path}`);
  const outcomes = page.getByRole("button", { name: /^(Explained|Coupon|Refund)/ });
  await outcomes.first().click();
  await closed.answered;
  expect(await outcomes.first().getAttribute("aria-busy")).toBe("true");
  expect(await send.isDisabled()).toBe(true);
  await closed();
  await outcomes.first().waitFor({ state: "detached" });
  // A refetch can fall into the time without a connection.
  expect(consoleProblems.filter((problem) => !problem.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  await close();
});

it("[FB-1] shows an answer as sent when the server has stored it, even if the page cannot be refetched", async () => {
  const { page, consoleProblems, close } = await openFeedback();
  const replyField = page.getByLabel("Your reply");
  await replyField.waitFor();

  // From here on, refetches of the page never get a response.
  await page.route(`**${feedbackDetail.path}*`, () => undefined);
  await replyField.fill("We have oiled it");
  const send = page.getByRole("button", { name: "Send reply" });
  const refetched = page.waitForRequest(`**${feedbackDetail.path}*`);
  await send.click();
  await refetched;
  await page.locator("form button[type=submit]:not([aria-busy])").waitFor();
  expect(await replyField.inputValue()).toBe("");
  await page.getByRole("article").getByText("We have oiled it").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
