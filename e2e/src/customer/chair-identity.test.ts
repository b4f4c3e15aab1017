import { qrCodeSvg } from "@reposo/server/cli/commands/device-qr-command.ts";
import { photo } from "@reposo/server/test/clients/upload-client.ts";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { recordToasts } from "#browser/toasts.ts";
import { type Network, openNetwork } from "#stage/network.ts";

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

const quickStart = (url: URL) => url.pathname === "/pages/quickStart/quickStart";

async function openQuickStart() {
  const phone = await openPhone(browser, { origin: server.url });
  const toasts = await recordToasts(phone.page);
  await visit(phone.page, "/pages/index/index");
  await phone.page.waitForURL(quickStart);
  return { ...phone, toasts };
}

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
