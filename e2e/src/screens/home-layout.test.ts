import { randomUUID } from "node:crypto";
import { languages } from "@reposo/contract/text/languages.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { layoutFaults } from "#browser/accessibility.ts";
import { addFeedback } from "#browser/feedback-states.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { textFaults } from "#browser/text-faults.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { recordIncome } from "#stage/record-income.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let session: { token: string; kind: "manager" };

/** Income of today in two currencies, and what needs the manager: each kind of item that home lists. */
beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  const { database } = network;
  const names = ["Glorietta", "Trinoma", "Greenbelt", "Megamall", "SM Mall of Asia"];
  const outlets = await network.addOutlets(names);
  const abroad = await network.addOutlet({ name: "Pavilion Kuala Lumpur", currency: "MYR" });
  for (const [index, outletId] of [...outlets, abroad].entries()) {
    const deviceId = await network.addDevice(outletId);
    const currency = outletId === abroad ? "MYR" : "PHP";
    const sale = {
      outletId,
      deviceId,
      payType: "online",
      amountMinor: (index + 1) * 1_234_50,
      currency,
    } as const;
    const orderId = await recordIncome(database, { ...sale, at: new Date() });
    if (index === 0) {
      await addFeedback(database, { orderId, problem: "The arm rest is broken" });
      // Among them are failed ones.
      await addPastOrders(database, { outletId, deviceIds: [deviceId], count: 13, everyMinutes: 0 });
    }
    await recordIncome(database, { ...sale, at: new Date(Date.now() - 7 * 86_400_000) });
    if (index >= kinds.length) continue;
    await insertRows(database, "alert", [
      {
        alert_id: randomUUID(),
        kind: kinds[index],
        cause: `layout:${randomUUID()}`,
        outlet_id: outletId,
        device_id: deviceId,
        device_ids: [],
        since: new Date(),
        quantity: 3,
        amount_minor: 123_456_00,
        fault: null,
        opened_at: new Date(),
        resolved_at: null,
        final_cost_minor: null,
      },
    ]);
  }
  session = await signIn(server, await network.addManager([...outlets, abroad]));
});
const kinds = ["chairOffline", "startsFailing", "incomeLow", "cashBoxFull", "refundWaiting"] as const;

afterAll(async () => {
  await browser.close();
  await network.close();
});

const openHome = async (language: (typeof languages)[number], width: number, height: number) => {
  const phone = await openPhone(browser, { origin: server.url, session, language });
  await phone.page.setViewportSize({ width, height });
  await visit(phone.page, "/pages/home/home");
  await phone.page.locator("[data-count=cashBoxes]").waitFor();
  return phone;
};

const bottomOf = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

it.each(languages)(
  "[WIDE-1] [HOME-1] a window of 1440 by 900 pixels shows income, the chart of the day, alerts, and outlets, and one of 900 pixels cuts nothing (%s)",
  async (language) => {
    const { page, close, consoleProblems } = await openHome(language, 1440, 900);
    const outlets = page.locator("main a[href*='details?areaId=']");
    await outlets.first().waitFor();
    expect(await outlets.count()).toBe(5);
    for (const part of [
      page.locator("[data-currency=PHP]"),
      page.locator("main svg[class*=spark]"),
      page.locator("main a[href*='alertId=']").last(),
      outlets.last(),
    ])
      expect(await bottomOf(part)).toBeLessThanOrEqual(900);
    for (const width of [1024, 900]) {
      await page.setViewportSize({ width, height: 768 });
      expect([...(await layoutFaults(page)), ...(await textFaults(page))]).toEqual([]);
    }
    expect(consoleProblems).toEqual([]);
    await close();
  },
);

it.each(languages)(
  "[HOME-1] [HOME-2] the first screen of 360 by 640 pixels shows what needs the manager, today beside last week, and where to go, with two currencies (%s)",
  async (language) => {
    const { page, close } = await openHome(language, 360, 640);
    const search = page.locator("main [class*=search-field-box]");
    const currencies = page.locator("main fieldset");
    const between = ((await currencies.boundingBox())?.y ?? 0) - (await bottomOf(search));
    expect(between).toBeGreaterThanOrEqual(8);
    const tabs = await page.locator("nav").first().boundingBox();
    const kindsOfItems = ["alerts", "failedOrders", "feedback", "refundRequests", "cashBoxes"];
    for (const kind of kindsOfItems) expect(await page.locator(`[data-count=${kind}]`).count()).toBe(1);
    for (const part of [
      page.locator("[data-count=cashBoxes]"),
      page.locator("[data-compared=lastWeek]"),
      page.locator("main svg[class*=spark]"),
      page.locator("main a[href='/pages/quickStart/quickStart']"),
    ])
      expect(await bottomOf(part)).toBeLessThanOrEqual(tabs?.y ?? 0);
    expect(await textFaults(page)).toEqual([]);
    await close();
  },
);

it.each(languages)(
  "[CHART-1] [NAV-6] the first screen of a phone shows the figure and the chart, also in landscape orientation (%s)",
  async (language) => {
    const { page, close } = await openHome(language, 844, 390);
    expect(await bottomOf(page.locator("[data-currency] [class*=value]").first())).toBeLessThanOrEqual(390);
    await visit(page, "/pages/dataChart/dataChart");
    const parts = [page.locator("[data-read-out] [data-part=cash]"), page.locator("[data-chart] svg")];
    for (const part of parts) await expect.poll(() => bottomOf(part)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 360, height: 640 });
    const endOfView = async () => (await page.locator("nav").first().boundingBox())?.y ?? 0;
    for (const part of parts)
      await expect.poll(async () => (await bottomOf(part)) - (await endOfView())).toBeLessThanOrEqual(0);
    // The soft keyboard leaves a part of the screen that is wider than it is high.
    await page.setViewportSize({ width: 430, height: 400 });
    await expect.poll(async () => (await page.locator("nav").first().boundingBox())?.width).toBe(430);
    await close();
  },
);
