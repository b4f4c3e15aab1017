import { importAdverts } from "@reposo/server/features/adverts/index.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";

const server = inject("server");
const texts = {
  en_US: "Ten minutes for your shoulders",
  zh_CN: "给肩膀十分钟",
  zh_TW: "給肩膀十分鐘",
  id_ID: "Sepuluh menit untuk bahu Anda",
};
let network: Network;
let browser: Browser;
let deviceId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  const outletId = await network.addOutlet();
  deviceId = (await network.addChair(outletId)).deviceId;
  const advert = { ...texts, advertId: outletId, outletIds: [outletId], linkUrl: "https://example.com/" };
  await transact(network.database, (uow) => importAdverts(uow, [advert], new Date()));
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

it("[I18N-1] [START-2] renders the first view of a later visit in the language chosen on an earlier one", async () => {
  const { context, page, close } = await openPhone(browser, { origin: server.url });
  await page.goto(chairAddress(deviceId));
  await page.getByRole("combobox").selectOption("zh_CN");
  await page.getByText(texts.zh_CN).waitFor();
  await context.route("**/*.js", (route) => route.abort());
  await page.goto(chairAddress(deviceId));
  await page.getByText(texts.zh_CN).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
  await close();
});
