import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addFeedback } from "#browser/feedback-states.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { recordWeek } from "#stage/record-income.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
const inbox = "/pages/feedback/feedback";
let network: Network;
let browser: Browser;
let outletId: string;
let orderId: string;
let older: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
  await recordWeek(network, outletId, await network.addDevice(outletId));
  const { database } = network;
  const order = await sql<{ order_id: string }>`
    SELECT order_id FROM orders
    WHERE outlet_id = ${outletId} LIMIT 1`.firstRow(database);
  orderId = order.order_id;
  older = await addFeedback(database, { orderId, problem: "The older word" });
  await addFeedback(database, { orderId, problem: "The newer word" });
  await addFeedback(database, { orderId, problem: "An answered word", answers: ["Once", "Twice"] });
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

async function openManager(permissions?: ("home" | "details" | "user")[]) {
  const account = await network.addManager([outletId], permissions === undefined ? {} : { permissions });
  return openPhone(browser, { origin: server.url, session: await signIn(server, account) });
}

it("[NAV-5] [NAV-4] [FB-1] shows the tabs and Back on the feedback page, and the number of open feedback on home", async () => {
  const { page, consoleProblems, close } = await openManager();
  await visit(page, "/pages/home/home");
  await page.getByRole("link", { name: /Customer feedback.*2 open/s }).click();
  const tab = page.getByRole("navigation").getByRole("link", { name: "Data details" });
  expect(await tab.getAttribute("aria-current")).toBe("page");
  await page.getByRole("button", { name: "Back" }).click();
  await page.waitForURL(/home\/home/);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[FB-1] keeps the filter in the address, restores it after Back, and opens feedback from its row", async () => {
  const { page, consoleProblems, close } = await openManager();
  await visit(page, inbox);
  await page.getByRole("link", { name: /The older word/ }).click();
  await page.waitForURL((url) => url.searchParams.get("feedbackId") === older);
  await page.getByRole("article").getByText("The older word").waitFor();
  // The page shows the order, its history, and the form once for all feedback of the order.
  await page.getByRole("heading", { name: "Recent orders of this chair" }).waitFor();
  expect(await page.getByLabel("Your reply").count()).toBe(1);
  await page
    .getByRole("list", { name: "Other feedback on this order" })
    .getByText("The newer word")
    .waitFor();
  expect(await page.getByRole("list", { name: "Recent orders of this chair" }).innerText()).toMatch(
    /\w{4}-\w{4}\n[^]*Feedback: 3/,
  );
  await page.goBack();
  await page.getByRole("radio", { name: "Replied" }).check();
  await page.waitForURL(/state=answered/);
  await page.getByRole("link", { name: /An answered word/ }).click();
  for (const answer of ["Once", "Twice"]) await page.getByText(answer, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.waitForURL(/state=answered/);
  expect(await page.getByRole("radio", { name: "Replied" }).isChecked()).toBe(true);
  await page.getByRole("link", { name: /An answered word/ }).waitFor();
  expect(await page.getByText("The older word").count()).toBe(0);
  await page.reload();
  await page.getByRole("link", { name: /An answered word/ }).waitFor();
  await page.getByRole("radio", { name: "Closed" }).check();
  // The list may also be limited to an outlet, so the message must not speak of the status only.
  await page.getByText("No feedback matches these filters.").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
