import {
  feedbackAnswer,
  feedbackClose,
  feedbackList,
  feedbackLook,
} from "@reposo/contract/feedback/feedback.ts";
import { decideGift } from "@reposo/server/features/feedback/index.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import { photo } from "@reposo/server/test/clients/upload-client.ts";
import { gpsPosition, recordVideo } from "@reposo/server/test/media/videos.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, delayReply, startWithCoupon, stopEarly, visit } from "#browser/steps.ts";
import { callServer } from "#stage/call-server.ts";
import { addEndedOrder } from "#stage/ended-order.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";

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

/** Starts and stops a massage, and opens its feedback page. */
async function openFeedback() {
  const chair = await network.addChair(outletId);
  const phone = await openPhone(browser, { origin: server.url });
  const { page } = phone;
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  await stopEarly(page);
  await page.getByRole("link", { name: "Something wrong? Send feedback" }).click();
  await page.getByLabel("Problem description").waitFor();
  return { ...phone, chair };
}

/** Opens the feedback page of an ended massage that the customer started in the past. */
async function openFeedbackOfPast() {
  const { orderId, session } = await addEndedOrder(network, outletId);
  const phone = await openPhone(browser, { origin: server.url, session });
  await visit(phone.page, `/pages/orderFeedback/orderFeedback?orderId=${orderId}`);
  await phone.page.getByLabel("Problem description").waitFor();
  return phone;
}

const pick = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator("input[type=file]").setInputFiles(files);
const approveGift = (reference: string) =>
  transact(network.database, (uow) =>
    decideGift(uow, systemClock, {
      reference,
      approved: true,
      note: "Granted",
      exceed: true,
      actor: "operator of the test",
    }),
  );
const sendButton = (page: Page) => page.getByRole("button", { name: "Send feedback" });
const tiles = (page: Page, state: string) => page.locator(`li[data-state=${state}]`);

it("[FB-1] [FB-2] [FB-3] sends text, a picture, and a video, and shows the manager's answer in the customer's browser", async () => {
  const { page, consoleProblems, chair, close } = await openFeedback();
  for (const fact of ["Order number", "Outlet", "Chair", "Amount", "Order time", "Feedback time"])
    await page.getByText(fact, { exact: true }).waitFor();
  await page.getByText(chair.deviceId, { exact: true }).waitFor();

  await sendButton(page).click();
  await page.getByText("Please describe the problem").waitFor();
  await page.getByLabel("Problem description").and(page.locator(":focus")).waitFor();
  await page.getByLabel("Problem description").fill("👨‍👩‍👧‍👦 It stopped <b>early</b>");
  await page.getByText("25/140").waitFor();
  await page.getByLabel("Abnormal situation (optional)").fill("A".repeat(141));
  expect(await sendButton(page).isDisabled()).toBe(true);
  await page.getByLabel("Abnormal situation (optional)").fill("A burning smell");

  const video = await recordVideo("a.mp4");
  await pick(
    page,
    { name: "../chair #1.jpg", mimeType: "image/jpeg", buffer: await photo(3000, 2000) },
    { name: "chair.mp4", mimeType: "video/mp4", buffer: video },
  );
  await expect.poll(() => tiles(page, "stored").count()).toBe(2);
  await sendButton(page).click();
  await page.getByText("Submitted successfully").waitFor();
  await page.getByText(/Your reference: FB-/).waitFor();
  expect(await page.getByRole("link", { name: "Back to home" }).count()).toBe(1);

  await page.getByRole("link", { name: "See status" }).click();
  await page.getByText("It stopped <b>early</b>").waitFor();
  const picture = page.getByRole("img", { name: "File 1" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(2560);
  const player = page.locator("video");
  const response = await player.evaluate(async ({ src }: HTMLVideoElement) => {
    const answer = await fetch(src);
    return [answer.status, await answer.text()] as const;
  });
  expect(response[0]).toBe(200);
  expect(response[1]).not.toContain(gpsPosition);

  const manager = await signIn(server, await network.addManager([outletId]));
  const asManager = { token: manager.token };
  const { items } = await callServer(server, feedbackList, { deviceId: chair.deviceId }, asManager.token);
  const feedbackId = items[0]?.feedbackId ?? "";
  expect(items).toMatchObject([{ mediaCount: 2, abnormal: "A burning smell", state: "sent" }]);
  await callServer(server, feedbackLook, { feedbackId }, asManager.token);
  await page.getByText("In progress").waitFor();
  const answer = "We are sorry: the chair is being repaired.";
  await callServer(server, feedbackAnswer, { feedbackId, answer, remedy: "coupon" }, asManager.token);
  await page.getByText(answer).waitFor();
  // A coupon for a free order needs the operator's approval; until then the customer sees only the text of the answer.
  expect(await page.getByText("Your coupon for a free massage:").count()).toBe(0);
  await approveGift(items[0]?.reference ?? "");
  await page.getByText("Your coupon for a free massage:").waitFor();
  await callServer(server, feedbackClose, { feedbackId, outcome: "couponGiven" }, asManager.token);
  await page.getByText("Closed", { exact: true }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[FB-2] offers a video for download whose pictures the browser cannot decode", async () => {
  const { page, consoleProblems, close } = await openFeedbackOfPast();
  // Like HEVC from a phone, Chromium plays the sound of MPEG-4 Visual, but not its pictures.
  const buffer = await recordVideo("a.3gp");
  await pick(page, { name: "chair.3gp", mimeType: "video/3gpp", buffer });
  await expect.poll(() => tiles(page, "stored").count()).toBe(1);
  // The form shows the file's name instead of an empty preview.
  await tiles(page, "stored").getByText("chair.3gp").waitFor();
  await page.getByLabel("Problem description").fill("It stopped");
  await sendButton(page).click();
  await page.getByRole("link", { name: "See status" }).click();
  const player = page.locator("video");
  await player.waitFor();
  expect(await page.getByText("This browser can't show the video.").count()).toBe(0);
  await player.evaluate((video: HTMLVideoElement) => video.play());
  await page.getByText("This browser can't show the video.").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download video" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^chair.*\.3gp$/);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[FB-1] lets a manager find feedback, answer, and close it", async () => {
  const customer = await openFeedback();
  const text = `The arm rest of ${customer.chair.deviceId} is broken`;
  await customer.page.getByLabel("Problem description").fill(text);
  await sendButton(customer.page).click();
  await customer.page.getByRole("link", { name: "See status" }).click();
  await customer.page.getByText("Sent", { exact: true }).waitFor();

  const session = await signIn(server, await network.addManager([outletId]));
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, "/pages/orderFeedback/orderFeedback");
  await page.getByRole("link", { name: text }).click();
  await page.getByRole("button", { name: "Mark as in progress" }).click();
  await customer.page.getByText("In progress").waitFor();
  await page.getByLabel("Your reply").fill("It is repaired. Thank you!");
  await page.getByLabel("Compensation").selectOption({ label: "Coupon for a free massage" });
  await page.getByText("This coupon is worth more than the customer has paid").waitFor();
  const release = await delayReply(page, "**/order-feedback/answer");
  await page.getByRole("button", { name: "Send reply" }).click();
  await customer.page.getByText("It is repaired. Thank you!").waitFor();
  // The manager types the next answer before the response to this one arrives; the response must not clear it.
  await page.getByLabel("Your reply").fill("Do come again");
  await release();
  await page.getByRole("button", { name: "Send reply" }).click();
  for (const one of [customer.page, page]) {
    const thread = one.getByRole("article");
    for (const answer of ["Do come again", "It is repaired. Thank you!"])
      await thread.getByText(answer, { exact: true }).waitFor();
  }
  await page.getByText("Coupon requested from the operator: Free massage.").waitFor();
  expect(await page.getByRole("button", { name: "Close as coupon given" }).count()).toBe(0);
  expect(await customer.page.getByText(/code:/).count()).toBe(0);
  await approveGift(await page.getByRole("article").getByRole("heading").innerText());
  await page.getByText("The operator approved the coupon: Free massage. Operator: Granted").waitFor();
  await customer.page.getByText("Your coupon for a free massage:").waitFor();
  await page
    .getByRole("article")
    .getByText(/^Coupon for a free massage:/)
    .waitFor();
  await page.getByRole("button", { name: "Close as coupon given" }).click();
  for (const one of [customer.page, page])
    await one.getByText("Closed: coupon given.", { exact: true }).waitFor();
  await customer.page.getByText(/^Valid at .+ until .+ \(inclusive\)\.$/).waitFor();
  const orderId = new URL(customer.page.url()).searchParams.get("orderId");
  await visit(customer.page, `/pages/deviceOrder/order?orderId=${orderId}`);
  await customer.page.getByRole("link", { name: "You have a reply to your feedback" }).click();
  const code = await customer.page
    .getByText("Your coupon for a free massage:")
    .locator("strong [aria-hidden]")
    .innerText();
  await visit(customer.page, chairAddress(customer.chair.deviceId));
  await startWithCoupon(customer.page, code);
  await customer.page.getByRole("timer").waitFor();
  expect([...consoleProblems, ...customer.consoleProblems]).toEqual([]);
  await close();
  await customer.close();
});
