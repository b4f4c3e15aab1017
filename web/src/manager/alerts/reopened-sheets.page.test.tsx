import { describe, expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { alertListOf, alertOf } from "#test/data/alert-data.ts";
import { configurationOf, deviceOf, devicePageOf } from "#test/data/device-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { createGate, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";

const busyText = "Please try again later";
const busy = () => {
  throw new Refusal("notReady", busyText);
};

const devicePath = "/pages/device/device?deviceId=MC1000";
const deviceHandlers: Handlers = {
  ...managerHandlers(),
  devicePage: () => devicePageOf(deviceOf()),
  deviceTimeline: () => ({ items: [], nextCursor: null }),
  deviceConfiguration: () => configurationOf(),
  identification: () => null,
  testRun: () => null,
};
const openDevice = (handlers: Handlers) =>
  openPage(devicePath, { session: managerSession, api: { ...deviceHandlers, ...handlers } });

async function closeSheet(page: Page): Promise<void> {
  await page.tap("button", "Close");
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
}

describe("[NET-3] a sheet that is opened again shows no earlier failure:", () => {
  it("stopping a massage", async () => {
    const page = await openPage("/pages/deviceOrder/order?orderId=order-1", {
      api: { getOrder: () => orderOf(), stop: busy, priceGroup: () => "[]" },
    });
    await page.tap("button", "Stop early");
    await page.tap("button", "Stop now");
    await page.findText(busyText);
    await closeSheet(page);
    await page.tap("button", "Stop early");
    await page.find("dialog");
    expect(page.queryByText(busyText)).toBeNull();
  });

  it("a chair's volume and service", async () => {
    const page = await openDevice({ setDeviceVolume: busy, changeService: busy });
    await page.tap("button", "Change volume");
    await page.tap("button", "Save");
    await page.findText(busyText);
    await closeSheet(page);
    await page.tap("button", "Change volume");
    expect((await page.find("dialog")).textContent).not.toContain(busyText);
    await closeSheet(page);

    const openService = () => page.tap("button", "Take out of service");
    await openService();
    const sheet = await page.find("dialog");
    await page.user.type(await page.find("textbox", undefined, sheet), "The cover is torn");
    await page.tap("button", "Take out of service", sheet);
    await page.findText(busyText, sheet);
    await closeSheet(page);
    await openService();
    expect((await page.find("dialog")).textContent).not.toContain(busyText);
  });

  it("snoozing another alert, which states that it needs a connection and stays open when the first one is snoozed", async () => {
    const alerts = [
      alertOf(),
      alertOf({ alertId: "0199f0a0-0000-7000-8000-000000000002", kind: "cashBoxFull", amount: 5_000 }),
    ];
    const page = await openPage("/pages/alerts/alerts", {
      session: managerSession,
      api: {
        ...managerHandlers(),
        alertList: () => alertListOf(alerts),
        snoozeAlert: busy,
      },
    });
    const open = async (position: number) => {
      await page.find("article", /is offline/);
      await page.user.click(
        page.getAllByRole("button", { name: "Snooze" })[position] ?? expect.unreachable(),
      );
      await page.find("dialog");
    };
    const oneHour = () => page.getByRole<HTMLButtonElement>("button", { name: "For 1 hour" });
    await open(0);
    await page.tap("button", "For 1 hour");
    await page.findText(busyText);
    await closeSheet(page);
    await open(1);
    expect(page.queryByText(busyText)).toBeNull();
    page.setOnline(false);
    await page.findText("Not available offline.");
    expect(oneHour().disabled).toBe(true);
    page.setOnline(true);
    await page.until(() => expect(oneHour().disabled).toBe(false));

    // A sheet also stays open when an earlier call succeeds, for another or the same alert. The sheet of another alert
    // shows no failure of it.
    const done = ({ alertId }: { readonly alertId: string }) => ({
      alertId,
      snoozed: false,
      snoozedUntil: null,
    });
    for (const [reply, reopened] of [
      [done, 0],
      [busy, 0],
      [done, 1],
    ] as const) {
      const gate = createGate();
      page.api.on("snoozeAlert", async (request) => {
        await gate.opened;
        return reply(request);
      });
      await page.tap("button", "For 1 hour");
      await closeSheet(page);
      await open(reopened);
      gate.open();
      await page.until(() => expect(page.api.pendingCalls()).toBe(0));
      await page.wait(100);
      expect(oneHour().disabled).toBe(false);
      expect(page.getByRole("dialog").textContent).not.toContain(busyText);
      await closeSheet(page);
      await open(1);
    }
  });
});

it("[CHAIR-2] [NET-3] a chair's sheet that was opened again stays open when the earlier call succeeds, and the page shows if one fails", async () => {
  const volume = createGate();
  const service = createGate();
  const page = await openDevice({
    setDeviceVolume: async () => {
      await volume.opened;
      return configurationOf();
    },
    changeService: async () => {
      await service.opened;
      return busy();
    },
  });
  await page.tap("button", "Change volume");
  await page.tap("button", "Save");
  await closeSheet(page);
  await page.tap("button", "Change volume");
  volume.open();
  await page.until(() =>
    expect(page.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(false),
  );
  expect(page.getAllByRole("dialog")).toHaveLength(1);
  page.api.on("setDeviceVolume", busy);
  await page.tap("button", "Save");
  await page.findText(busyText);
  await closeSheet(page);
  expect(page.queryByText(busyText)).toBeNull();

  await page.tap("button", "Take out of service");
  const sheet = await page.find("dialog");
  await page.user.type(await page.find("textbox", undefined, sheet), "The cover is torn");
  await page.tap("button", "Take out of service", sheet);
  await closeSheet(page);
  service.open();
  await page.findText(busyText);
});

it("[ALERT-3] [NET-3] a chair's page offers a retry if its alerts could not be loaded", async () => {
  const page = await openDevice({ alertList: busy });
  await page.findText("Alerts could not be loaded");
  page.api.on("alertList", () => alertListOf());
  await page.tap("button", "Try again");
  await page.until(() => expect(page.queryByText("Alerts could not be loaded")).toBeNull());
  expect(page.queryByText(busyText)).toBeNull();
});
