import { video } from "@reposo/server/test/media/videos.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { openCutLine } from "#stage/cut-line.ts";
import { addEndedOrder } from "#stage/ended-order.ts";
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

it("[FB-2] continues a video of 20 MB at about 80 %, where it was when the phone lost its network", async () => {
  const { orderId, session } = await addEndedOrder(network, await network.addOutlet());
  const buffer = video({ paddingBytes: 20 * 1024 * 1024 });
  const line = await openCutLine(server.url, { cutsAfterBytes: 0.8 * buffer.length });
  const { page, close } = await openPhone(browser, { origin: line.origin, session });
  // The policy names the server's own address, which does not take the line.
  await page.route("**/file/getPolicy**", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(server.url, line.origin);
    await route.fulfill({ response, body: text });
  });
  await visit(page, `/pages/orderFeedback/orderFeedback?orderId=${orderId}`);
  await page.locator("input[type=file]").setInputFiles({ name: "chair.mp4", mimeType: "video/mp4", buffer });
  await page.getByText("Connection lost. The upload continues when you're back online.").waitFor();
  line.restore();
  await page.locator("li[data-state=stored]").waitFor();
  const share = line.sentBytes() / buffer.length;
  expect(share).toBeGreaterThan(1);
  expect(share).toBeLessThan(1.4);
  await close();
  await line.close();
});
