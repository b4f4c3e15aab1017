import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/location/open";

/** An outlet whose position is unknown. */
const outlet = {
  areaId: "outlet-1",
  areaName: "SM Megamall",
  address: "EDSA, Mandaluyong",
  timeZone: "Asia/Manila",
  currency: "PHP",
  latitude: null,
  longitude: null,
  openingHours: null,
  devices: 1,
} as const;

const openLocation = (query: string, handlers: Handlers = {}) =>
  openPage(address + query, {
    session: managerSession,
    api: {
      ...managerHandlers(),
      outletList: () => [outlet],
      positionProposal: () => null,
      ...handlers,
    },
  });

it("[NAV-1] shows different messages for an outlet without a location, and an unknown outlet", async () => {
  const unknown = await openLocation("?areaId=nobodys");
  await unknown.findText("Outlet not found");

  const page = await openLocation("");
  await page.tap("link", /SM Megamall/, await page.find("list", "Your outlets"));
  await page.findText("No coordinates yet");
  await page.atAddress(`${address}?areaId=outlet-1`);
  expect(page.queryByRole("application", { name: "Map" })).toBeNull();
});

it("[NAV-1] shows a failed load, and retries on request", async () => {
  const page = await openLocation("?areaId=outlet-1", {
    outletList: () => {
      throw new Refusal("internal", "Not now");
    },
  });
  await page.findText("The outlet could not be loaded");
  const calls = page.api.calls("outletList").length;
  page.api.on("outletList", () => [outlet]);
  await page.tap("button", "Try again");
  await page.findText("No coordinates yet");
  expect(page.api.calls("outletList")).toHaveLength(calls + 1);
});
