import { describe, expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { chairHandlers, publicDeviceOf } from "#test/data/chair-data.ts";
import { ConnectionLost, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/index/index";
const quickStart = "/pages/quickStart/quickStart";
const unknown = "Unable to recognize device";

const handlers: Handlers = {
  ...chairHandlers(),
  ownOrders: () => ({ items: [], nextCursor: null }),
  publicDevice: ({ deviceId }) => {
    if (deviceId !== "MC1000") throw new Refusal("deviceUnknown", unknown);
    return publicDeviceOf();
  },
};

it.each([
  ["the chair's link", `https://reposo.example/pages/index/index?deviceId=MC1000`],
  ["the ID alone in lower case", " mc1000 "],
])("[QS-1] [QS-2] opens the chair that is pasted as %s", async (_, text) => {
  const page = await openPage(address, { api: handlers });
  await page.fill("Device ID", text);
  await page.tap("button", "Next");
  await page.find("button", "Pay ₱50.00");
  await page.atAddress("/pages/index/index?deviceId=MC1000");
});

it.each([
  ["of another origin", "https://example.com/pages/index/index?deviceId=MC1000"],
  ["of another page", "https://reposo.example/pages/home/home?deviceId=MC1000"],
  ["that runs a script", "javascript:location='https://example.com/MC1000'"],
])("[QS-2] shows an error for a link %s and does not navigate", async (_, text) => {
  const page = await openPage(address, { api: handlers });
  await page.fill("Device ID", text);
  await page.tap("button", "Next");
  await page.findText(unknown, await page.find("alert"));
  await page.findText(unknown, page.getAllByRole("status").at(-1));
  await page.atAddress(quickStart);
  expect(page.opened).toEqual([]);
  expect(page.api.calls("publicDevice")).toEqual([]);
});

it("[QS-1] keeps a mistyped ID, and shows an error beside the field", async () => {
  const page = await openPage(address, { api: handlers });
  await page.tap("button", "Next");
  await page.findText("Please enter the device ID");
  await page.fill("Device ID", " e0000000001 ");
  await page.tap("button", "Next");
  await page.findText(unknown, await page.find("alert"));
  const field = page.getByRole<HTMLInputElement>("textbox", { name: "Device ID" });
  expect(field.value).toBe(" e0000000001 ");
  await page.atAddress(quickStart);
  // The error disappears while the customer corrects the ID.
  await page.fill("Device ID", "mc1000");
  expect(page.queryByRole("alert")).toBeNull();
  await page.tap("button", "Next");
  await page.findText("Choose your massage");
});

it("[START-1] [NET-3] a chair's page that could not be loaded reports the lost connection once", async () => {
  const page = await openPage(address, { api: handlers });
  await page.fill("Device ID", "MC1000");
  page.api.setOnline(false);
  await page.tap("button", "Next");
  await page.find("button", "Try again");
  await page.findText("No connection. Retrying automatically.");
  expect(page.queryByText("Network connection failed")).toBeNull();
  page.api.setOnline(true);
  await page.wait(10_000);
  await page.findText("Choose your massage");
});

describe("[WHO-2] a chair's link without a device ID", () => {
  it("issues a customer token, which a later visit reuses, and leads to quick start", async () => {
    const first = await openPage(address, { api: handlers, session: null });
    await first.find("textbox", "Device ID");
    expect([first.stored("token"), first.stored("kind")]).toEqual(["token-of-guest", "customer"]);
    const later = await openPage(address, { api: { ...handlers, guestLogin: () => expect.unreachable() } });
    await later.find("textbox", "Device ID");
    expect(later.stored("token")).toBe("token-of-customer");
  });

  it("shows an error if no token was issued, and retries on request", async () => {
    let calls = 0;
    const page = await openPage(address, {
      session: null,
      api: {
        ...handlers,
        guestLogin: () => {
          calls += 1;
          if (calls === 1) throw new ConnectionLost();
          return { token: "token-of-guest", expiresAt: "2026-03-09T04:00:00.000Z" };
        },
      },
    });
    await page.find("heading", "This page could not be loaded");
    // The page shows no second message about the same failure.
    expect(page.queryByText("Network connection failed")).toBeNull();
    await page.tap("button", "Try again");
    await page.find("textbox", "Device ID");
    expect(page.stored("kind")).toBe("customer");
  });

  it("never replaces a manager's token", async () => {
    const page = await openPage(address, {
      session: managerSession,
      api: { ...handlers, ...managerHandlers() },
    });
    await page.find("textbox", "Device ID");
    expect(page.queryByText("Your recent orders")).toBeNull();
    expect([page.stored("token"), page.stored("kind")]).toEqual(["token-of-manager", "manager"]);
    expect(page.api.calls("guestLogin")).toEqual([]);
  });
});
