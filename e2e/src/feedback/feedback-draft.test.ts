import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { maxMedia } from "@reposo/contract/feedback/media-limits.ts";
import { photo } from "@reposo/server/test/clients/upload-client.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { addEndedOrder } from "#stage/ended-order.ts";
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

const problem = (page: Page) => page.getByLabel("Problem description");
const problemType = (page: Page) =>
  page.getByRole("group", { name: "What is the problem?" }).getByRole("radio").first();
const tiles = (page: Page, state: string) => page.locator(`li[data-state=${state}]`);
const sendButton = (page: Page) => page.getByRole("button", { name: "Send feedback" });
const draftStored = (page: Page) => page.evaluate(() => localStorage.getItem("reposo.drafts"));

/** Opens the feedback page of an ended massage, enters a text, and uploads a picture. */
async function openWithDraft(prepare?: (page: Page) => Promise<void>) {
  const { orderId, session } = await addEndedOrder(network, outletId);
  const phone = await openPhone(browser, { origin: server.url, session });
  const { page } = phone;
  await prepare?.(page);
  await visit(page, `/pages/orderFeedback/orderFeedback?orderId=${orderId}`);
  await problem(page).fill("The rollers <b>stopped</b>");
  await page.getByLabel("Abnormal situation (optional)").fill("A burning smell");
  await problemType(page).check();
  const picture = { name: "chair.jpg", mimeType: "image/jpeg", buffer: await photo(400, 300) };
  await page.locator("input[type=file]").setInputFiles([picture]);
  await tiles(page, "stored").waitFor();
  return phone;
}

async function expectDraft(page: Page): Promise<void> {
  await problem(page).waitFor();
  expect(await problem(page).inputValue()).toBe("The rollers <b>stopped</b>");
  expect(await page.getByLabel("Abnormal situation (optional)").inputValue()).toBe("A burning smell");
  await expect.poll(() => problemType(page).isChecked()).toBe(true);
  await tiles(page, "stored").waitFor();
  expect(await tiles(page, "stored").count()).toBe(1);
  await expect
    .poll(() =>
      page.getByRole("img", { name: "chair.jpg" }).evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
}

/** Makes the next submission of feedback fail with a result code. */
const refuseOnce = (page: Page, code: number) =>
  page.route(
    "**/order-feedback/insert",
    (route) => route.fulfill({ json: { code, message: "This is not possible.", data: null } }),
    { times: 1 },
  );

/** Delays every read from IndexedDB while the test holds reads back. */
function holdReads(): void {
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    const held = {} as IDBRequest;
    const request = get.call(this, key);
    request.onsuccess = () => {
      const timer = setInterval(() => {
        if (sessionStorage.getItem("test.held") !== null) return;
        clearInterval(timer);
        held.onsuccess?.call(
          Object.assign(held, { result: request.result as unknown }),
          new Event("success"),
        );
      }, 10);
    };
    return held;
  };
}

it("[FB-1] [FB-2] [FB-3] keeps text and files of rejected feedback over reloads and navigations, counts the files before they are restored, uploads expired files again, and sends them", async () => {
  const { page, consoleProblems, close } = await openWithDraft();
  const address = page.url();
  await page.reload();
  await expectDraft(page);
  await visit(page, "/pages/index/index");
  await visit(page, address);
  await expectDraft(page);

  // The files of the draft count before they are restored. Files of a type that the page refuses count towards the limit
  // but are not uploaded.
  await page.addInitScript(holdReads);
  await page.evaluate(() => sessionStorage.setItem("test.held", "yes"));
  await page.reload();
  await problem(page).waitFor();
  const note = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("note") };
  await page.locator("input[type=file]").setInputFiles(Array.from({ length: maxMedia }, () => note));
  await tiles(page, "refused").first().waitFor();
  await page.getByText(`You can add up to ${maxMedia} files.`).waitFor();
  await page.evaluate(() => sessionStorage.removeItem("test.held"));
  await tiles(page, "stored").waitFor();
  expect(await page.locator("li[data-state]").count()).toBe(maxMedia);
  for (let left = maxMedia - 1; left > 0; left -= 1) {
    await page.getByRole("button", { name: "Remove note.txt" }).first().click();
    await expect.poll(() => tiles(page, "refused").count()).toBe(left - 1);
  }
  await expectDraft(page);
  await refuseOnce(page, 20302);
  await sendButton(page).click();
  await page.getByText("Your feedback was not sent.").waitFor();
  await page.getByText("What you entered is saved on this device.").waitFor();

  // The draft is also available after a reload of the result page.
  await page.reload();
  await page.getByRole("link", { name: "Return to your feedback" }).click();
  await expectDraft(page);
  await refuseOnce(page, resultCodes.uploadRefused);
  await Promise.all([page.waitForResponse(`**/api${getPolicy.path}*`), sendButton(page).click()]);
  await page.getByText("Your files have expired and are being uploaded again.").waitFor();
  await expectDraft(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Submitted successfully").waitFor();
  await page.getByRole("link", { name: "See status" }).click();
  await page.getByText("The rollers <b>stopped</b>").waitFor();
  await page.getByRole("img", { name: "File 1" }).waitFor();
  expect(await problem(page).inputValue()).toBe("");
  expect(await draftStored(page)).toBeNull();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[FB-1] [FB-2] [NET-3] restores a changed draft for its author only, and shows an unexpected error under the form", async () => {
  const { page, consoleProblems, close } = await openWithDraft();
  await page.getByRole("button", { name: "Remove chair.jpg" }).click();
  await problem(page).fill("Reply only");
  await page.reload();
  await problem(page).waitFor();
  expect(await problem(page).inputValue()).toBe("Reply only");
  expect(await page.locator("li[data-state]").count()).toBe(0);

  await page.evaluate(() => {
    const original = crypto.getRandomValues;
    crypto.getRandomValues = () => {
      crypto.getRandomValues = original;
      throw new Error("no entropy");
    };
  });
  await sendButton(page).click();
  await page.getByText("Unexpected response from the server. Please try again.").waitFor();
  // Console messages arrive asynchronously.
  await expect.poll(() => consoleProblems).toEqual([expect.stringContaining("no entropy")]);
  const again = page.getByRole("button", { name: "Send again" });
  await page.context().setOffline(true);
  await page.getByText("Not available offline.").waitFor();
  expect(await again.isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await refuseOnce(page, 20302);
  await again.click();
  await page.getByText("What you entered is saved").waitFor();

  // The app removes a draft when the token of its author is replaced.
  await page.evaluate(() => localStorage.setItem("reposo.token", "another-token-of-this-browser"));
  await visit(page, "/pages/result/result?orderId=1");
  await page.getByText("Your feedback was not sent.").waitFor();
  expect(await page.getByText("What you entered is saved").count()).toBe(0);
  await close();
});
