import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { importDevices } from "@reposo/server/features/device-import/index.ts";
import { importPrices } from "@reposo/server/features/prices/index.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, withLargeText } from "#browser/phone.ts";
import { chairAddress, delayRequests, visit, withoutContent } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { recordIncome } from "#stage/record-income.ts";
import { signIn } from "#stage/sign-in.ts";

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

/** Opens a phone of a manager, whose outlet has taken an amount today. */
async function openManager(language: Language, amountMinor: number) {
  const outletId = await network.addOutlet({ name: "Glorietta" });
  const deviceId = await network.addDevice(outletId);
  const income = {
    outletId,
    deviceId,
    at: new Date(),
    payType: "online",
    amountMinor,
  } as const;
  await recordIncome(network.database, income);
  const session = await signIn(server, await network.addManager([outletId]));
  return openPhone(browser, { origin: server.url, session, language });
}

const home = "/pages/home/home";
const charts = "/pages/dataChart/dataChart";

/** How many pixels of an element's content are outside of it. */
const overflowOf = (shown: Locator) => shown.evaluate((element) => element.scrollWidth - element.clientWidth);

it("[I18N-3] [HOME-1] [DET-1] [NAV-6] long amounts and the headers of a table fit into the window, and the details' presets stay in one row at any text size", async () => {
  const { page, close } = await openManager("id_ID", 1_234_567_890_12);
  await visit(page, home);
  await page.getByText("₱1,23 M", { exact: true }).first().waitFor();
  await page.getByText("₱1.234.567.890,12", { exact: true }).first().waitFor();
  await expect.poll(() => overflowOf(page.locator("html"))).toBe(0);
  await visit(page, "/pages/details/details");
  const presets = page.locator("main fieldset").first().locator("label");
  await presets.first().waitFor();
  const presetsInRows = async () => {
    const tops = await presets.evaluateAll((labels) =>
      labels.map((label) => Math.round(label.getBoundingClientRect().top)),
    );
    return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
  };
  expect(await presetsInRows()).toEqual([9]);
  expect(await withLargeText(page, presetsInRows)).toEqual([9]);
  await expect.poll(() => overflowOf(page.locator("html"))).toBe(0);
  await close();

  // In a browser with a mouse, which cannot scroll the headers.
  const outletId = await network.addOutlet({ name: "Glorietta" });
  await network.addDevice(outletId);
  const { token } = await signIn(server, await network.addManager([outletId]));
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript((given) => {
    localStorage.setItem("reposo.token", given);
    localStorage.setItem("reposo.kind", "manager");
  }, token);
  const desktop = await context.newPage();
  await desktop.goto("/pages/details/details");
  const headers = desktop.getByRole("table").first().getByRole("columnheader");
  await headers.first().waitFor();
  for (const width of [1440, 360]) {
    await desktop.setViewportSize({ width, height: 900 });
    await expect.poll(() => overflowOf(headers.first().locator(".."))).toBe(0);
  }
  await context.close();
});

it("[HOME-3] [CHART-1] [NET-4] reserves the space of figures and of a chart while they load: immediately on the first page, with a delay after a navigation", async () => {
  const { page, close } = await openManager("en_US", 50_00);
  await withoutContent(page);
  const skeleton = page.locator("#app main [role=status][aria-label=Loading]");
  const heightAround = (element: Locator) =>
    element.evaluate(({ parentElement }) => parentElement?.offsetHeight ?? 0);
  const delay = () =>
    skeleton
      .locator("span")
      .first()
      .evaluate((element) => getComputedStyle(element).animationDelay);
  for (const { address, call, content, placeholder } of [
    {
      address: home,
      call: "**/statistics/appStatistics",
      content: "[data-currency]",
      placeholder: skeleton.locator("[class*=income]"),
    },
    {
      address: charts,
      call: "**/h5/incomeChart*",
      content: "[data-read-out]",
      placeholder: skeleton.locator("> span").first(),
    },
  ] as const) {
    const release = await delayRequests(page, call);
    await visit(page, address);
    // On first load the skeleton replaces the one in the document, so it appears without a delay.
    await expect.poll(delay).toMatch(/^0s/);
    // Before the account is known, another placeholder is shown, whose height is 0 when it is removed.
    await expect.poll(() => heightAround(placeholder)).toBeGreaterThan(0);
    if (address === charts) {
      await page.getByRole("link", { name: "My account" }).click();
      await page.getByRole("heading", { name: "My account" }).waitFor();
      await page.goBack();
      await expect.poll(delay).toMatch(/^0\.15s/);
    }
    const expected = await heightAround(placeholder);
    release();
    const shown = page.locator(content).first();
    await shown.waitFor();
    const height = await heightAround(shown);
    expect(Math.abs(height - expected), `${address}: ${expected} px held for ${height}`).toBeLessThanOrEqual(
      24,
    );
  }
  await close();
});

it("[START-2] four prices and the button that pays the popular one are in view on a screen of 360 by 640 pixels, and this price and the button in landscape orientation", async () => {
  const outletId = await network.addOutlet({ name: "SM Mall of Asia" });
  // The widest number of twelve characters that a chair of the tests can have.
  const { deviceId } = await network.addChair(outletId, { deviceId: "EDDDDDDDDDDD" });
  const price = { priceGroupId: "four", currency: "PHP", gear: 1, name: "Deep tissue" } as const;
  await transact(network.database, async (uow) => {
    const rows = [1, 10, 20, 30].map((minutes) => ({
      ...price,
      minutes,
      amountMinor: minutes * 500,
      popular: minutes === 10,
    }));
    expect((await importPrices(uow, rows, new Date())).problems).toEqual([]);
    const device = { deviceId, outletId, priceGroupId: "four", disabled: false };
    expect((await importDevices(uow, [device], new Date(), "stage")).problems).toEqual([]);
  });
  for (const language of languages) {
    const { page, close } = await openPhone(browser, { origin: server.url, language });
    await page.setViewportSize({ width: 360, height: 640 });
    await visit(page, chairAddress(deviceId));
    const pay = page.getByRole("button", { name: /50[.,]00/ });
    await pay.waitFor();
    const [last, foot] = [page.locator("main fieldset label").last(), page.locator("footer")];
    const endOf = async (shown: Locator) => {
      const box = await shown.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    // The window may still have its former height for a moment, in which the foot is elsewhere.
    await expect.poll(() => endOf(foot)).toBeLessThanOrEqual(640);
    expect(await page.locator("main fieldset label").count()).toBe(4);
    await expect
      .poll(async () => (await endOf(last)) - ((await foot.boundingBox())?.y ?? 0))
      .toBeLessThanOrEqual(0);
    for (const [width, height] of [
      [844, 390],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const part of [page.locator("main label:has(input:checked)"), pay])
        await expect.poll(() => endOf(part)).toBeLessThanOrEqual(height);
    }
    await close();
  }
});

it("[WIDE-1] centres the title of a customer's page on a desk without a Back button", async () => {
  const { page, close } = await openPhone(browser, { origin: server.url });
  await page.setViewportSize({ width: 1440, height: 900 });
  // Obtains a token.
  await visit(page, "/pages/index/index");
  await page.getByRole("textbox", { name: "Device ID" }).waitFor();
  await visit(page, "/pages/deviceOrder/order?orderId=unknown");
  const title = page.getByRole("heading", { level: 1, name: "Your order" });
  await title.waitFor();
  await expect
    .poll(async () => {
      const box = await title.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2);
    })
    .toBe(720);
  await close();
});
