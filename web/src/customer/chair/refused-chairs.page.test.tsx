import { describe, expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { chairHandlers } from "#test/data/chair-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const chair = "/pages/index/index?deviceId=MC1000";
const quickStart = "/pages/quickStart/quickStart";
const unavailable = "Device unavailable, please scan another device";

const noOrders: Handlers = { ownOrders: () => ({ items: [], nextCursor: null }) };

const refuse = (refusal: Refusal) => (): never => {
  throw refusal;
};

describe("[START-1] [START-4] [STATE-1] the page of a chair that cannot be started now shows why before any payment:", () => {
  it.each([
    {
      state: "offline",
      device: { online: false },
      refusal: new Refusal("deviceUnavailable", unavailable),
      shown: ["Offline", unavailable],
    },
    {
      state: "faulty or disabled",
      device: {},
      refusal: new Refusal("deviceUnavailable", unavailable),
      shown: ["Out of service", unavailable],
    },
    {
      state: "out of service",
      device: { outOfService: "We are cleaning" },
      refusal: new Refusal("deviceOutOfService", unavailable),
      shown: ["Out of service", "We are cleaning"],
    },
    {
      state: "busy",
      device: { inUse: true, endsAt: "2026-03-02T04:04:10.000Z" },
      refusal: new Refusal("deviceInUse", "This chair is in use"),
      shown: ["In use, free in about 5 min"],
    },
  ])("$state", async ({ device, refusal, shown }) => {
    const page = await openPage(chair, {
      api: {
        ...chairHandlers(undefined, { ...device, available: false }),
        ...noOrders,
        deviceStatus: refuse(refusal),
      },
    });
    for (const text of shown) await page.findText(text);
    expect(page.getByRole("heading", { level: 1 }).textContent).toBe("Chair MC1000");
    expect(page.queryByRole("button", { name: /Pay|coupon/ })).toBeNull();
    expect(page.stored("deviceId")).toBe("MC1000");
    await page.tap("link", "Scan another chair");
    await page.atAddress(quickStart);
    await page.find("textbox", "Device ID");
  });
});

describe("[START-1] [START-2] [ERR-1] the error page is shown for a chair that is", () => {
  it.each([
    {
      state: "unknown",
      handlers: { deviceStatus: refuse(new Refusal("deviceUnknown", "Unable to recognize device")) },
      message: "Unable to recognize device",
    },
  ])("$state", async ({ handlers, message }) => {
    const page = await openPage(chair, { api: { ...chairHandlers(), ...noOrders, ...handlers } });
    await page.atAddress("/pages/err/err");
    await page.findText(message, await page.find("alert"));
    expect(page.getByRole("heading", { level: 1 }).textContent).toBe("Error");
    expect(page.stored("deviceId")).toBe("MC1000");
    await page.tap("link", "Scan another chair");
    await page.find("textbox", "Device ID");
  });
});

it("[START-2] [ERR-1] shows the error page if the chair lost its prices before the start", async () => {
  const page = await openPage(chair, {
    api: { ...chairHandlers(), ...noOrders, activate: refuse(new Refusal("priceListMissing", "No prices")) },
  });
  await page.tap("button", /Pay/);
  await page.atAddress("/pages/err/err");
  await page.findText(
    "This chair has no price list yet. Please choose another chair.",
    await page.find("alert"),
  );
});

it("[START-3] shows the message with the account's name when a manager opens a chair of another manager's outlet", async () => {
  const message = "Account Maria Santos cannot scan the device at this branch";
  const page = await openPage(chair, {
    session: managerSession,
    api: {
      ...chairHandlers(),
      ...managerHandlers(),
      deviceStatus: refuse(new Refusal("deviceOfOtherOutlet", message, { name: "Maria Santos" })),
    },
  });
  await page.findText(message, await page.find("alert"));
});

describe("[ERR-1] ignores the message in an address that the app did not create, and shows the text of its errType:", () => {
  const spoofed = `errMsg=${encodeURIComponent("Your account is locked. Call +63 900 000 0000 to release it.")}`;
  const other = "Something went wrong. Please try again.";
  it.each([
    [`errType=device&${spoofed}`, unavailable],
    [`errType=toString&${spoofed}`, other],
    [spoofed, other],
    ["errType=device", unavailable],
    ["", other],
  ])("%s", async (query, shown) => {
    const page = await openPage(`/pages/err/err?${query}`, { api: { ...chairHandlers(), ...noOrders } });
    await page.findText(shown, await page.find("alert"));
    expect(page.queryByText(/locked/)).toBeNull();
    // Only the two kinds of the specification have the title "Error".
    expect(page.getByRole("heading", { level: 1 }).textContent).toBe(shown === other ? other : "Error");
    await page.tap("link", shown === other ? "Start a chair" : "Scan another chair");
    await page.find("textbox", "Device ID");
  });
});
