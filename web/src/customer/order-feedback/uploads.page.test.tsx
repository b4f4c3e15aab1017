import { maxMedia, maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";
import { fireEvent } from "@testing-library/dom";
import { expect, it } from "vitest";
import { dictionaryOf } from "#test/data/dictionary-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { createObjectStore } from "#test/object-store.ts";
import { openPage, type Page } from "#test/open-page.ts";

const address = "/pages/orderFeedback/orderFeedback?orderId=order-1";

const policyOf = () => ({
  host: "https://files.example.com/uploads/",
  dir: "feedback/1",
  policy: "policy",
  accessid: "access",
  signature: "signature",
  callback: "callback",
  expiresAt: instantAfter(600),
  receivedBytes: 0,
});

/** Opens the feedback page of an ended massage. The DOM has no IndexedDB, like a browser that refuses storage. */
async function openFeedback(handlers: Handlers = {}, stored: Readonly<Record<string, string>> = {}) {
  const { store, install } = createObjectStore();
  const page = await openPage(address, {
    prepare: install,
    stored,
    api: {
      getOrder: () => orderOf({ orderStatus: "completed", endReason: "finished", endedAt: instantAfter(0) }),
      feedbackOfOrder: () => [],
      dictionary: () => dictionaryOf(),
      getPolicy: policyOf,
      uploadState: () => ({ state: "absent" }),
      feedbackInsert: () => ({ feedbackId: "feedback-1", reference: "FB-7K3M-92QX" }),
      ...handlers,
    },
  });
  await page.until(() => page.getByLabelText(/^Problem description/));
  return { page, store };
}

/** A video, because the DOM decodes no pictures, which are scaled before the upload. */
const fileOf = (name: string, type = "video/mp4", size = 4): File => {
  const file = new File(["clip"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
};
const pick = (...files: File[]) => {
  const input = document.querySelector("input[type=file]") as HTMLInputElement;
  Object.defineProperty(input, "files", { value: files, configurable: true });
  fireEvent.change(input);
};
const tiles = (state: string) => document.querySelectorAll(`li[data-state=${state}]`);
const allTiles = () => document.querySelectorAll("li[data-state]");
const stored = (page: Page, count: number) =>
  page.waitUntil(() => expect(tiles("stored")).toHaveLength(count));
const send = (page: Page) => page.tap("button", "Send feedback");
const isFocused = (page: Page, name: string | RegExp) =>
  page.until(() => expect(document.activeElement).toBe(page.getByRole("button", { name })));

it("[FB-2] shows an interrupted upload and retries it automatically, and removes a file on request", async () => {
  const { page, store } = await openFeedback();
  store.reply = () => (store.posts <= 2 ? "cut" : 200);
  pick(fileOf("a.mp4"));
  await page.findText("Connection lost. The upload continues when you're back online.");
  expect(page.getByRole("button", { name: "Send feedback" }).hasAttribute("disabled")).toBe(true);
  await stored(page, 1);
  expect(store.posts).toBe(3);

  store.reply = () => "none";
  pick(fileOf("b.mp4"));
  await page.tap("button", "Cancel b.mp4");
  await page.until(() => expect(allTiles()).toHaveLength(1));
  await page.tap("button", "Remove a.mp4");
  await page.until(() => expect(allTiles()).toHaveLength(0));
  await isFocused(page, "Add photos or a video");
});

it("[FB-2] sends only the rest of an interrupted upload if the store has kept the beginning, otherwise the whole file", async () => {
  let receivedBytes = 3;
  const { page, store } = await openFeedback({
    getPolicy: ({ resume }) => ({ ...policyOf(), receivedBytes: resume === undefined ? 0 : receivedBytes }),
  });
  store.reply = () => (store.posts <= 2 ? "cut" : 200);
  pick(fileOf("a.mp4"));
  await page.until(() => expect(store.posts).toBe(2));
  receivedBytes = 0;
  await stored(page, 1);
  const [first, second, third] = store.forms;
  expect([first, second, third].map((form) => form?.get("offset"))).toEqual([null, "3", null]);
  expect(second?.get("key")).toBe(first?.get("key"));
  const sizes = store.forms.map((form) => (form.get("file") as File).size);
  expect(sizes).toEqual([4, 1, 4]);
  const [, resumed, restarted] = page.api.calls("getPolicy").map(({ request }) => request.resume);
  expect([resumed, restarted]).toEqual([first?.get("key"), second?.get("key")]);
});

it("[FB-2] does not send a file again if only the response of the store was lost", async () => {
  const { page, store } = await openFeedback({ uploadState: () => ({ state: "stored" }) });
  store.reply = () => "cut";
  pick(fileOf("a.mp4"));
  await stored(page, 1);
  expect(store.posts).toBe(1);
});

it("[FB-2] tries once more if the store refuses the request that a browser repeated after a broken connection", async () => {
  const { page, store } = await openFeedback();
  store.refusal = JSON.stringify({ message: "The upload was refused", data: { reason: "policy" } });
  store.reply = () => (store.posts === 1 ? 403 : 200);
  pick(fileOf("a.mp4"));
  await stored(page, 1);
  expect(store.posts).toBe(2);
  store.reply = () => 403;
  pick(fileOf("b.mp4"));
  await page.findText("The upload was refused");
  expect(store.posts).toBe(4);
});

it("[FB-2] keeps the keyboard focus when a file is retried, or removed while another one is added", async () => {
  let isRefused = true;
  const { page, store } = await openFeedback({
    getPolicy: () => {
      if (isRefused) throw new Refusal("invalidRequest", "This is not possible.");
      return policyOf();
    },
  });
  store.reply = () => "none";
  pick(fileOf("a.mp4"));
  const again = await page.find("button", "Try again");
  isRefused = false;
  again.focus();
  await page.user.keyboard("{Enter}");
  await isFocused(page, "Cancel a.mp4");

  (await page.find("button", "Cancel a.mp4")).click();
  pick(fileOf("b.svg", "image/svg+xml"));
  await page.find("button", "Remove b.svg");
  await isFocused(page, "Add");
  const problem = page.getByLabelText(/^Problem description/);
  problem.focus();
  pick(fileOf("c.mp4"));
  await page.find("button", "Cancel c.mp4");
  expect(document.activeElement).toBe(problem);
});

it("[FB-2] keeps the focus among the files when the last possible file replaces the button for adding", async () => {
  const { page } = await openFeedback();
  pick(fileOf("a.mp4"));
  await stored(page, 1);
  (await page.find("button", "Add")).focus();
  pick(...Array.from({ length: maxMedia }, (_, at) => fileOf(`${at}.mp4`)));
  await page.findText(`You can add up to ${maxMedia} files.`);
  expect(allTiles()).toHaveLength(maxMedia);
  expect(page.queryByRole("button", { name: "Add" })).toBeNull();
  await page.until(() => expect([...allTiles()].at(-1)?.contains(document.activeElement)).toBe(true));
});

it("[FB-2] refuses files that are too large or of another type before uploading, and shows a refusal by the server", async () => {
  const { page, store } = await openFeedback();
  pick(fileOf("long.mp4", "video/mp4", maxVideoBytes + 1), fileOf("drawing.svg", "image/svg+xml"));
  await page.findText("The video must not be larger than 100 MB.");
  await page.findText(/^Only photos .* are supported\.$/);
  expect(store.posts).toBe(0);
  store.reply = () => 400;
  store.refusal = JSON.stringify({ message: "no", data: { reason: "type" } });
  pick(fileOf("false.mp4"));
  // A refusal by the server has the same text as one by the page, and offers no retry, which would be refused again.
  await page.until(() => expect(page.getAllByText(/^Only photos .* are supported\.$/)).toHaveLength(2));
  expect(page.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(store.posts).toBe(1);
  await page.fill("Problem description", "It did not start");
  await send(page);
  await page.findText("Remove or retry the files that could not be uploaded.");
  expect(page.api.calls("feedbackInsert")).toEqual([]);
});

const refused = () => {
  throw new Refusal("permissionMissing", "This is not possible.");
};

it("[FB-3] keeps the draft of rejected feedback on the page although storage is refused, and sends it from the result page's link", async () => {
  const { page, store } = await openFeedback({ feedbackInsert: refused });
  await page.fill("Problem description", "The rollers <b>stopped</b>");
  await page.fill("Abnormal situation (optional)", "A burning smell");
  await page.tap("radio", "The chair is dirty or damaged");
  pick(fileOf("chair.mp4"));
  await stored(page, 1);
  expect(store.urls.size).toBe(1);
  await send(page);
  await page.findText("Your feedback was not sent.");
  await page.findText("What you entered is saved on this device.");
  await page.tap("link", "Return to your feedback");
  await stored(page, 1);
  const valueOf = (label: RegExp | string) => page.getByLabelText<HTMLInputElement>(label).value;
  expect(valueOf(/^Problem description/)).toBe("The rollers <b>stopped</b>");
  expect(valueOf(/^Abnormal situation/)).toBe("A burning smell");
  expect(page.getByRole<HTMLInputElement>("radio", { name: "The chair is dirty or damaged" }).checked).toBe(
    true,
  );
  page.api.on("feedbackInsert", () => ({ feedbackId: "feedback-1", reference: "FB-7K3M-92QX" }));
  await send(page);
  await page.findText("Submitted successfully");
  expect(page.api.calls("feedbackInsert").at(-1)?.request).toMatchObject({
    problem: "The rollers <b>stopped</b>",
    abnormal: "A burning smell",
    problemType: "dirty",
  });
  expect(page.stored("drafts")).toBeNull();
  // The object URL of every preview is revoked.
  await page.until(() => expect(store.urls.size).toBe(0));
});

it("[FB-2] reports a file of the draft that is no longer on this device, and sends the others after it is removed", async () => {
  const first = await openFeedback();
  await first.page.fill("Problem description", "The rollers stopped");
  pick(fileOf("chair.mp4"));
  await stored(first.page, 1);
  const draft = first.page.stored("drafts") ?? "";
  // The file was uploaded so long ago that the server has deleted it.
  const { page } = await openFeedback({}, { drafts: draft.replace(/"storedAt":\d+/, '"storedAt":1') });
  await page.until(() => expect(tiles("refused")).toHaveLength(1));
  await page.findText("The file could not be uploaded.");
  // Neither the server nor the device has the file, so the page offers no retry.
  expect(page.queryByRole("button", { name: "Try again" })).toBeNull();
  await send(page);
  await page.findText("Remove or retry the files that could not be uploaded.");
  await page.tap("button", "Remove chair.mp4");
  await send(page);
  await page.findText("Submitted successfully");
  const [{ request } = expect.fail("no feedback")] = page.api.calls("feedbackInsert");
  expect(request).toEqual({ orderId: "order-1", problem: "The rollers stopped", abnormal: "" });
});
