import { type Alert, alertList, snoozeAlert } from "@reposo/contract/alerts/alerts.ts";
import { setDeviceVolume } from "@reposo/contract/devices/device-configuration.ts";
import { changeService } from "@reposo/contract/devices/devices.ts";
import { stop } from "@reposo/contract/orders/orders.ts";
import { randomUUID } from "node:crypto";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { busyResponse } from "#browser/api-calls.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, delayReply, startWithCoupon, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
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

const busy = (route: Route) => route.fulfill(busyResponse);

async function openManager() {
  const outletId = await network.addOutlet();
  const { deviceId } = await network.addChair(outletId);
  const session = await signIn(server, await network.addManager([outletId]));
  return { ...(await openPhone(browser, { origin: server.url, session })), outletId, deviceId };
}

/** Lets the action of the open sheet fail, reopens the sheet, and returns the number of failures that it shows. */
async function failuresOfReopened(page: Page, act: () => Promise<void>, reopen: () => Promise<void>) {
  const sheet = page.getByRole("dialog");
  const failure = sheet.getByText("Please try again later");
  await act();
  await failure.waitFor();
  await sheet.getByRole("button", { name: "Close", exact: true }).click();
  await sheet.waitFor({ state: "detached" });
  await reopen();
  await sheet.waitFor();
  return failure.count();
}

describe("[NET-3] a sheet that is opened again shows no earlier failure:", () => {
  it("stopping a massage", async () => {
    const { deviceId } = await network.addChair(await network.addOutlet());
    const { page, close } = await openPhone(browser, { origin: server.url });
    await visit(page, chairAddress(deviceId));
    await startWithCoupon(page, await network.addCoupon());
    const open = () => page.getByRole("button", { name: "Stop early" }).click();
    await page.route(`**${stop.path}`, busy);
    await open();
    expect(
      await failuresOfReopened(page, () => page.getByRole("button", { name: "Stop now" }).click(), open),
    ).toBe(0);
    await close();
  });

  it("a chair's volume and service", async () => {
    const { page, deviceId, close } = await openManager();
    await page.route(`**${setDeviceVolume.path}`, busy);
    await page.route(`**${changeService.path}`, busy);
    await visit(page, `/pages/device/device?deviceId=${deviceId}`);
    const openVolume = () => page.getByRole("button", { name: "Change volume" }).click();
    await openVolume();
    expect(
      await failuresOfReopened(page, () => page.getByRole("button", { name: "Save" }).click(), openVolume),
    ).toBe(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    const openService = () => page.getByRole("button", { name: "Take out of service" }).first().click();
    await openService();
    const takeOut = async () => {
      await page.getByRole("dialog").getByRole("textbox").fill("The cover is torn");
      await page.getByRole("dialog").getByRole("button", { name: "Take out of service" }).click();
    };
    expect(await failuresOfReopened(page, takeOut, openService)).toBe(0);
    await close();
  });

  it("snoozing another alert, which states that it needs a connection and stays open when the first one is snoozed", async () => {
    const { page, context, outletId, deviceId, close } = await openManager();
    const alert = (kind: Alert["kind"]): Alert => ({
      alertId: randomUUID(),
      kind,
      areaId: outletId,
      areaName: "SM Megamall",
      deviceId,
      since: "2026-11-01T00:00:00.000Z",
      resolvedAt: null,
      quantity: 1,
      amount: null,
      currency: "PHP",
      fault: null,
      estimatedCost: 0,
      snoozedUntil: null,
      snoozed: false,
    });
    // The server would resolve inserted alerts at its next evaluation.
    const alerts = [alert("chairOffline"), alert("cashBoxFull")];
    await page.route(`**${alertList.path}*`, (route) =>
      route.fulfill({
        json: { code: 200, message: "", data: { asOf: "2026-11-01T00:00:00.000Z", alerts } },
      }),
    );
    await page.route(`**${snoozeAlert.path}`, busy);
    await visit(page, "/pages/alerts/alerts");
    const open = (position: number) => page.getByRole("button", { name: "Snooze" }).nth(position).click();
    await open(0);
    const oneHour = page.getByRole("button", { name: "For 1 hour" });
    expect(
      await failuresOfReopened(
        page,
        () => oneHour.click(),
        () => open(1),
      ),
    ).toBe(0);
    await context.setOffline(true);
    await page.getByRole("dialog").getByText("Not available offline.").waitFor();
    expect(await oneHour.isDisabled()).toBe(true);
    await context.setOffline(false);
    await expect.poll(() => oneHour.isEnabled(), { timeout: 20_000 }).toBe(true);

    // A sheet also stays open when an earlier call succeeds, for another or the same alert. The sheet of another alert
    // shows no failure of it.
    const closeSheet = () =>
      page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
    const done = { json: { code: 200, message: "", data: {} } };
    for (const [reply, reopened] of [
      [done, 0],
      [busyResponse, 0],
      [done, 1],
    ] as const) {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(
        `**${snoozeAlert.path}`,
        async (route) => {
          await released;
          await route.fulfill(reply);
        },
        { times: 1 },
      );
      await oneHour.click();
      await closeSheet();
      await open(reopened);
      release();
      await expect.poll(() => oneHour.isEnabled()).toBe(true);
      expect(await page.getByRole("dialog").getByText("Please try again later").count()).toBe(0);
      await closeSheet();
      await open(1);
    }
    await close();
  });
});

it("[CHAIR-2] [NET-3] a chair's sheet that was opened again stays open when the earlier call succeeds, and the page shows if one fails", async () => {
  const { page, deviceId, close } = await openManager();
  const sheet = page.getByRole("dialog");
  const closeSheet = async () => {
    await sheet.getByRole("button", { name: "Close", exact: true }).click();
    await sheet.waitFor({ state: "detached" });
  };
  await visit(page, `/pages/device/device?deviceId=${deviceId}`);
  const openVolume = () => page.getByRole("button", { name: "Change volume" }).click();
  const save = sheet.getByRole("button", { name: "Save" });
  const releaseVolume = await delayReply(page, `**${setDeviceVolume.path}`);
  await openVolume();
  await save.click();
  await closeSheet();
  await openVolume();
  await releaseVolume();
  await expect.poll(() => save.isEnabled()).toBe(true);
  expect(await sheet.count()).toBe(1);
  await page.route(`**${setDeviceVolume.path}`, busy, { times: 1 });
  await save.click();
  await sheet.getByText("Please try again later").waitFor();
  await closeSheet();
  expect(await page.getByText("Please try again later").count()).toBe(0);

  const takeOut = (button: Page | typeof sheet) =>
    button.getByRole("button", { name: "Take out of service" });
  const closed = Promise.withResolvers<void>();
  await page.route(`**${changeService.path}`, async (route) => {
    await closed.promise;
    await busy(route);
  });
  await takeOut(page).click();
  await sheet.getByRole("textbox").fill("The cover is torn");
  await takeOut(sheet).click();
  await closeSheet();
  closed.resolve();
  await page.getByText("Please try again later").waitFor();
  await close();
});

it("[ALERT-3] [NET-3] a chair's page offers a retry if its alerts could not be loaded", async () => {
  const { page, deviceId, close } = await openManager();
  await page.route(`**${alertList.path}*`, busy);
  await visit(page, `/pages/device/device?deviceId=${deviceId}`);
  const failure = page.getByRole("alert").filter({ hasText: "Alerts could not be loaded" });
  await failure.waitFor();
  await page.unroute(`**${alertList.path}*`);
  await failure.getByRole("button", { name: "Try again" }).click();
  await failure.waitFor({ state: "detached" });
  expect(await page.getByText("Please try again later").count()).toBe(0);
  await close();
});
