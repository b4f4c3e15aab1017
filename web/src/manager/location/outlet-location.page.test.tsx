import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { locatedOutletOf } from "#test/data/outlet-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/location/open";

const outlet = locatedOutletOf({ latitude: null, longitude: null });

const openLocation = (query: string, handlers: Handlers = {}, width = 360) =>
  openPage(address + query, {
    session: managerSession,
    width,
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

it("[WIDE-1] shows the outlets and the location of the selected one side by side in a wide window", async () => {
  const page = await openLocation("?areaId=outlet-1", {}, 1440);
  await page.findText("No coordinates yet");
  const outlets = await page.find("list", "Your outlets");
  expect(outlets.querySelector("[aria-current]")?.textContent).toContain("SM Megamall");
  const phone = await openLocation("?areaId=outlet-1");
  await phone.findText("No coordinates yet");
  expect(phone.queryByRole("list", { name: "Your outlets" })).toBeNull();
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

it("[NAV-1] shows an outlet's location as address, coordinates, and a link to a map if no tile server is configured", async () => {
  const page = await openLocation("?areaId=outlet-1", { outletList: () => [locatedOutletOf()] });
  await page.findText("EDSA, Mandaluyong");
  const field = page.getByLabelText<HTMLInputElement>("Coordinates");
  expect(field.value).toBe("14.5847, 121.0569");
  expect(page.queryByRole("application", { name: "Map" })).toBeNull();
  const link = await page.find("link", /Open in Maps/);
  expect(link.getAttribute("href")).toContain("https://www.openstreetmap.org/?mlat=14.5847");
  expect(page.queryByRole("link", { name: /Open in browser/ })).toBeNull();
  await page.tap("button", "Copy");
  await page.find("button", "Copied");
  expect(await navigator.clipboard.readText()).toBe("14.5847, 121.0569");
});

it("[NAV-1] opens the phone's map app by the URL scheme of the platform, or a web page as the fallback", async () => {
  const page = await openLocation("", { outletList: () => [locatedOutletOf()] });
  Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (Linux; Android 13; SM-A145F)" });
  await page.tap("link", /SM Megamall/);
  const link = await page.find("link", /Open in Maps/);
  expect(link.getAttribute("href")).toContain("geo:14.5847,121.0569?q=");
  const fallback = await page.find("link", /Open in browser/);
  expect(fallback.getAttribute("href")).toContain("https://www.openstreetmap.org/");
});

it("[NAV-2] [WHO-2] shows an outlet's location to managers only", async () => {
  const page = await openPage("/pages/location/open", { session: null, api: {} });
  await page.findText("Please log in first");
  await page.waitUntil(() => page.getByRole("button", { name: "Log in" }));
  await page.atAddress("/pages/login/login");
});
