import { rm } from "node:fs/promises";
import path from "node:path";
import { qrCodePng } from "@reposo/server/cli/commands/device-qr-command.ts";
import { makeTestFolder } from "@reposo/server/test/test-folder.ts";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { videoOfCode } from "#browser/camera-video.ts";
import { openBrowserWithCamera, openPhone, type Phone } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
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

it.each([
  ["left", () => photoOf(linkOf(deviceId), "https://mall.example/w")],
  ["right", () => photoOf("https://mall.example/w", linkOf(deviceId), "ASSET00123")],
])("[QS-1] [QS-2] finds the chair's code on the %s of a photo with other codes", async (_, photo) => {
  const phone = await openQuickStart();
  await pick(phone, await photo());
  await phone.page.getByText("Choose your massage").waitFor();
  expect(new URL(phone.page.url()).search).toBe(`?deviceId=${deviceId}`);
  expect(phone.consoleProblems).toEqual([]);
  await phone.close();
});

it("[QS-1] opens no chair if a photo shows the codes of two, and says so", async () => {
  const phone = await openQuickStart();
  await pick(phone, await photoOf(linkOf(deviceId), linkOf(otherId)));
  await phone.page.getByRole("alert").getByText("Several chairs' codes are in the picture").waitFor();
  expect(new URL(phone.page.url()).pathname).toBe("/pages/quickStart/quickStart");
  await pick(phone, await photoOf(linkOf(otherId), linkOf(otherId)));
  await phone.page.getByText("Choose your massage").waitFor();
  expect(new URL(phone.page.url()).search).toBe(`?deviceId=${otherId}`);
  await phone.close();
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
    await expect.poll(() => field.inputValue(), { timeout: 30_000 }).toBe(deviceId);
    expect(await page.getByLabel("Camera picture").count()).toBe(0);
  };
  await openAgain();
  expect(consoleProblems).toEqual([]);

  const isReaderCached = () =>
    page.evaluate(async () => {
      const files = await (await caches.open("cached-pages")).keys();
      return files.some(({ url }) => url.endsWith(".wasm"));
    });
  await expect.poll(isReaderCached, { timeout: 30_000 }).toBe(true);
  await context.setOffline(true);
  await openAgain();
  await close();
});
