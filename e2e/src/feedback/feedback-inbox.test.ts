import { feedbackAnswer } from "@reposo/contract/feedback/feedback.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addFeedback } from "#browser/feedback-states.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayReply, visit, watchStream } from "#browser/steps.ts";
import { callServer } from "#stage/call-server.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
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

it("[NAV-1] [FB-1] redirects a manager from a customer's feedback page to the manager's page of the order", async () => {
  const { page, consoleProblems, close } = await openManager();
  await visit(page, `/pages/orderFeedback/orderFeedback?orderId=${orderId}`);
  await page.waitForURL(/feedback\/feedback\?orderId=/);
  await page.getByRole("article").getByText("An answered word").waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Data details" }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[NAV-5] refuses the feedback page to managers without the permission to see orders", async () => {
  const { page, close } = await openManager(["home", "user"]);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  for (const address of [
    inbox,
    `${inbox}?feedbackId=${older}`,
    `/pages/orderFeedback/orderFeedback?orderId=${orderId}`,
  ]) {
    await visit(page, address);
    await page.getByText("You don't have access to this page").waitFor();
    expect(await page.getByText(/ word$/).count()).toBe(0);
  }
  expect(requested.filter((url) => url.includes("/v1/order-feedback"))).toEqual([]);
  await close();
});

/** Creates feedback at a separate outlet with two managers: one views it in the browser, the other answers it. */
async function openShared(problem: string) {
  const shared = await network.addOutlet();
  const deviceIds = [await network.addDevice(shared)];
  const [order] = await addPastOrders(network.database, { outletId: shared, deviceIds, count: 1 });
  const feedbackId = await addFeedback(network.database, { orderId: order?.order_id ?? "", problem });
  const [session, other] = [await network.addManager([shared]), await network.addManager([shared])];
  const phone = await openPhone(browser, { origin: server.url, session: await signIn(server, session) });
  const { token } = await signIn(server, other);
  const answerAsOther = (answer: string, remedy: "none" | "coupon") =>
    callServer(server, feedbackAnswer, { feedbackId, answer, remedy }, token);
  return { ...phone, feedbackId, answerAsOther };
}

it("[FB-1] [NET-3] shows another manager's answer that was sent while the feedback was loading", async () => {
  const { page, consoleProblems, answerAsOther, close } = await openShared("The screen flickered");
  const stream = await watchStream(page);
  await visit(page, inbox);
  // Wait for the event stream before opening the feedback, because opening a stream refetches everything.
  await stream.opened;
  const release = await delayReply(page, "**/order-feedback/detail*");
  await page.getByRole("link", { name: /The screen flickered/ }).click();
  await release.answered;
  const before = stream.countEvents();
  await answerAsOther("We changed the screen", "none");
  await until(() => stream.countEvents() > before, "the event of the answer to reach the page", 20_000);
  await release();
  await page.getByRole("article").getByText("We changed the screen").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[FB-1] removes the coupon option when another manager has given one, and keeps the typed text", async () => {
  const { page, consoleProblems, feedbackId, answerAsOther, close } = await openShared("The seat was torn");
  await visit(page, `${inbox}?feedbackId=${feedbackId}`);
  const remedy = page.getByLabel("Compensation");
  await page.getByLabel("Your reply").fill("Come again, it is mended");
  await remedy.selectOption("coupon");
  const { couponCode } = await answerAsOther("Have one on us", "coupon");
  await page.getByText("Have one on us", { exact: true }).waitFor();
  expect(await page.getByLabel("Your reply").inputValue()).toBe("Come again, it is mended");
  expect(await remedy.locator("option:checked").innerText()).toBe("Reply only");
  expect(await remedy.locator("option[value=coupon]").count()).toBe(0);
  // The server would refuse an answer with another coupon.
  await page.getByRole("button", { name: "Send reply" }).click();
  // The reply field contains the same text until the answer is sent, so wait for the text in the article.
  await page.getByRole("article").getByText("Come again, it is mended").waitFor();
  expect(await page.getByText(couponCode ?? "").count()).toBe(1);
  expect(consoleProblems).toEqual([]);
  await close();
});
