import { qrCodeSvg } from "@reposo/server/cli/commands/device-qr-command.ts";
import { photo } from "@reposo/server/test/clients/upload-client.ts";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { recordToasts } from "#browser/toasts.ts";
import { type Network, openNetwork } from "#stage/network.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let deviceId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  ({ deviceId } = await network.addChair(await network.addOutlet()));
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const quickStart = (url: URL) => url.pathname === "/pages/quickStart/quickStart";

async function openQuickStart() {
  const phone = await openPhone(browser, { origin: server.url });
  const toasts = await recordToasts(phone.page);
  await visit(phone.page, "/pages/index/index");
  await phone.page.waitForURL(quickStart);
  return { ...phone, toasts };
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel("Device ID").fill(text);
  await page.getByRole("button", { name: "Next" }).click();
}

it.each([
  ["the chair's link", () => server.url + chairAddress(deviceId)],
  ["the ID alone in lower case", () => ` ${deviceId.toLowerCase()} `],
])("[QS-1] [QS-2] opens the chair that is pasted as %s", async (_, text) => {
  const { page, consoleProblems, close } = await openQuickStart();
  await type(page, text());
  await page.getByText("₱5.00").first().waitFor();
  expect(new URL(page.url()).searchParams.get("deviceId")).toBe(deviceId);
  expect(consoleProblems).toEqual([]);
  await close();
});

it.each([
  ["of another origin", () => `https://example.com${chairAddress(deviceId)}`],
  ["of another page", () => `${server.url}/pages/home/home?deviceId=${deviceId}`],
  ["that runs a script", () => `javascript:location='https://example.com/${deviceId}'`],
])("[QS-2] shows an error for a link %s and does not navigate", async (_, text) => {
  const { page, toasts, consoleProblems, close } = await openQuickStart();
  await type(page, text());
  await page.getByText("Unable to recognize device").first().waitFor();
  await expect
    .poll(async () => (await toasts()).map((toast) => toast.text))
    .toEqual(["Unable to recognize device"]);
  expect(quickStart(new URL(page.url()))).toBe(true);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[QS-1] reports every picture without a chair's code, even if several are picked in quick succession", async () => {
  const { page, toasts, close } = await openQuickStart();
  const foreign = await page.evaluate(() => location.href);
  const input = page.locator("input[type=file]");
  const code = await codePicture();
  for (const [round, buffer] of [code, code, await photo(300, 200)].entries()) {
    await input.setInputFiles([{ name: `${round}.png`, mimeType: "image/png", buffer }]);
    await expect.poll(async () => (await toasts()).length, { timeout: 10_000 }).toBe(round + 1);
  }
  expect(page.url()).toBe(foreign);
  await close();
});

/** Returns a picture of a QR code that is not a chair's. */
const codePicture = (): Promise<Buffer> =>
  sharp(Buffer.from(qrCodeSvg("https://example.com/menu")), { density: 200 })
    .resize(300, 300)
    .flatten({ background: "#fff" })
    .png()
    .toBuffer();

it("[FB-1] redirects from the feedback page of an unknown order to home", async () => {
  const { page, close } = await openQuickStart();
  await visit(page, "/pages/orderFeedback/orderFeedback?orderId=0199f0a0-0000-7000-8000-000000000000");
  await page.getByText("Order unavailable").waitFor();
  await page.getByRole("link", { name: "Back to home" }).click();
  await page.waitForURL(quickStart);
  expect(await page.getByText("Order unavailable").count()).toBe(0);
  await close();
});
