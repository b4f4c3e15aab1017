import { rm } from "node:fs/promises";
import path from "node:path";
import { qrCodePng } from "@reposo/server/cli/commands/device-qr-command.ts";
import { makeTestFolder } from "@reposo/server/test/test-folder.ts";
import { photo } from "@reposo/server/test/clients/upload-client.ts";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { videoOfCode } from "#browser/camera-video.ts";
import { openBrowserWithCamera, openPhone, type Phone } from "#browser/phone.ts";
import { chairAddress, delayReply, visit } from "#browser/steps.ts";
import { recordToasts } from "#browser/toasts.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let folder: string;
let network: Network;
let browser: Browser;
let [outletId, deviceId, otherId] = ["", "", ""];

beforeAll(async () => {
  folder = await makeTestFolder("codes");
  network = await openNetwork(server);
  outletId = await network.addOutlet();
  [deviceId, otherId] = [
    (await network.addChair(outletId)).deviceId,
    (await network.addChair(outletId)).deviceId,
  ];
  browser = await openBrowserWithCamera(await videoOfCode(linkOf(deviceId), path.join(folder, "label.y4m")));
});

afterAll(async () => {
  await browser.close();
  await network.close();
  await rm(folder, { recursive: true, force: true });
});

const linkOf = (id: string): string => server.url + chairAddress(id);

/** A photo of several codes of the same size, one beside the other. */
async function photoOf(...texts: string[]): Promise<Buffer> {
  const codes = await Promise.all(
    texts.map(async (text, at) => ({
      input: await sharp(await qrCodePng(text))
        .resize(420, 420)
        .toBuffer(),
      left: 60 + at * 500,
      top: 60,
    })),
  );
  const size = { width: 60 + texts.length * 500, height: 540 };
  return sharp({ create: { ...size, channels: 3, background: "#c8b8a0" } })
    .composite(codes)
    .jpeg()
    .toBuffer();
}

async function openQuickStart(): Promise<Phone> {
  const phone = await openPhone(browser, { origin: server.url });
  await visit(phone.page, "/pages/index/index");
  await phone.page.getByLabel("Device ID").waitFor();
  return phone;
}

const pick = async ({ page }: Phone, buffer: Buffer): Promise<void> =>
  page.locator("input[type=file]").setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });

const isQuickStart = (page: Page) => new URL(page.url()).pathname === "/pages/quickStart/quickStart";

it("[QS-1] [QS-2] finds the chair's code on a photo with other codes, with a decoder from our own origin, opens no chair if a photo shows none or two, and reports each such photo", async () => {
  const phone = await openPhone(browser, { origin: server.url });
  const { page, consoleProblems, close } = phone;
  const toasts = await recordToasts(page);
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  await visit(page, "/pages/index/index");
  await page.getByLabel("Device ID").waitFor();

  const noChair = "Unable to recognize device";
  const foreign = await photoOf("https://example.com/menu");
  const without = await photo(300, 200);
  for (const [round, buffer] of [
    foreign,
    foreign,
    without,
    await photoOf(`https://elsewhere.example${chairAddress(deviceId)}`),
  ].entries()) {
    await pick(phone, buffer);
    await expect.poll(async () => (await toasts()).length).toBe(round + 1);
  }
  await page.getByRole("alert").getByText(noChair).waitFor();
  // The toast disappears; the message next to the photo field remains.
  await expect.poll(() => page.getByText(noChair).count()).toBe(1);
  expect(await page.getByRole("alert").innerText()).toBe(noChair);
  expect(isQuickStart(page)).toBe(true);

  await pick(phone, await photoOf(linkOf(deviceId), linkOf(otherId)));
  await page.getByRole("alert").getByText("Several chairs' codes are in the picture").waitFor();
  expect(isQuickStart(page)).toBe(true);

  for (const [codes, found] of [
    [[linkOf(otherId), linkOf(otherId)], otherId],
    [[linkOf(deviceId), "https://mall.example/w"], deviceId],
    [["https://mall.example/w", linkOf(deviceId), "ASSET00123"], deviceId],
  ] as const) {
    await visit(page, "/pages/index/index");
    await page.getByLabel("Device ID").waitFor();
    await pick(phone, await photoOf(...codes));
    await page.getByText("Choose your massage").waitFor();
    expect(new URL(page.url()).search).toBe(`?deviceId=${found}`);
  }
  origins.delete("null");
  expect([...origins]).toEqual([server.url]);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[QS-1] ignores a photo's code if the customer has opened another page in the meantime", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, "/pages/index/index");
  await page.getByLabel("Device ID").waitFor();
  const decoder = "**/*.wasm";
  const release = await delayReply(page, decoder);
  const buffer = await qrCodePng(linkOf(deviceId));
  const picked = { name: "photo.png", mimeType: "image/png", buffer };
  await Promise.all([page.waitForRequest(decoder), page.locator("input[type=file]").setInputFiles(picked)]);
  const other = await network.addChair(outletId);
  await page.getByLabel("Device ID").fill(other.deviceId);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(`Chair ${other.deviceId}`).waitFor();
  // Wait longer than a double tap, because the page ignores navigation within a double tap anyway.
  await page.waitForTimeout(600);
  await release();
  // Wait longer than the decoder takes, because the absence of a navigation can only be observed by waiting.
  await page.waitForTimeout(1_500);
  expect(new URL(page.url()).search).toBe(`?deviceId=${other.deviceId}`);
  expect(consoleProblems).toEqual([]);
  await close();
});

it.each([
  ["a photo", async (phone: Phone) => pick(phone, await photoOf(linkOf(deviceId)))],
  [
    "the camera",
    async ({ page }: Phone) => page.getByRole("button", { name: "Scan with the camera" }).click(),
  ],
])("[QS-1] reads %s with its own decoder if the browser's detector rejects", async (_, read) => {
  const phone = await openQuickStart();
  await phone.page.evaluate(() => {
    class RejectingDetector {
      static readonly getSupportedFormats = async () => ["qr_code"];
      async detect(): Promise<never> {
        throw new DOMException("Barcode detection service unavailable.", "NotSupportedError");
      }
    }
    Object.assign(window, { BarcodeDetector: RejectingDetector });
  });
  await read(phone);
  await phone.page.getByText("Choose your massage").waitFor();
  expect(new URL(phone.page.url()).search).toBe(`?deviceId=${deviceId}`);
  expect(phone.consoleProblems).toEqual([]);
  await phone.close();
});

async function openCollection(): Promise<Phone> {
  const session = await signIn(server, await network.addManager([outletId]));
  const phone = await openPhone(browser, { origin: server.url, session });
  await visit(phone.page, "/pages/cash/cash");
  await phone.page.getByRole("button", { name: "Record a collection" }).click();
  return phone;
}

it("[CASH-4] [QS-1] reads the chair of a collection from a photo of its code if the camera cannot be used, and with the camera, also without a connection", async () => {
  const { page, context, consoleProblems, close } = await openCollection();
  const field = page.getByRole("dialog").getByRole("textbox").first();
  const scan = page.getByRole("button", { name: "Scan with the camera" });
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("", "NotFoundError");
    };
  });
  await scan.click();
  await page.getByText("This device has no camera. Use a photo or enter the ID.").waitFor();
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Use a photo of the code" }).click();
  const buffer = await photoOf(linkOf(deviceId));
  await (await chosen).setFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
  await expect.poll(() => field.inputValue()).toBe(deviceId);
  expect(await page.getByRole("button", { name: "Use a photo of the code" }).count()).toBe(0);

  const openAgain = async () => {
    await page.reload();
    await page.getByRole("button", { name: "Record a collection" }).click();
    await scan.click();
    await expect.poll(() => field.inputValue()).toBe(deviceId);
    expect(await page.getByLabel("Camera picture").count()).toBe(0);
  };
  await openAgain();
  expect(consoleProblems).toEqual([]);

  const isReaderCached = () =>
    page.evaluate(async () => {
      const files = await (await caches.open("cached-pages")).keys();
      return files.some(({ url }) => url.endsWith(".wasm"));
    });
  await expect.poll(isReaderCached).toBe(true);
  await context.setOffline(true);
  await openAgain();
  await close();
});
