import { feedbackDetail } from "@reposo/contract/feedback/feedback.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addFeedback } from "#browser/feedback-states.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit, withoutStream } from "#browser/steps.ts";
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

it("[FB-1] shows an answer as sent when the server has stored it, even if the page cannot be refetched", async () => {
  const { database } = network;
  const outletId = await network.addOutlet();
  await recordWeek(network, outletId, await network.addDevice(outletId));
  const { order_id: orderId } = await sql<{ order_id: string }>`
    SELECT order_id FROM orders
    WHERE outlet_id = ${outletId} LIMIT 1`.firstRow(database);
  const feedbackId = await addFeedback(database, { orderId, problem: "It squeaks" });
  const session = await signIn(server, await network.addManager([outletId]));
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await withoutStream(page);
  await visit(page, `/pages/feedback/feedback?feedbackId=${feedbackId}`);
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
