import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { deviceOf } from "#test/data/device-data.ts";
import { openPage, type Page } from "#test/open-page.ts";

const next = "/pages/deviceList/deviceList?use=idle";
const chooser = `/pages/location/choose?next=${encodeURIComponent(next)}`;

const openChooser = (query = "") =>
  openPage(chooser + query, {
    session: managerSession,
    api: {
      ...managerHandlers(),
      deviceList: () => ({ items: [deviceOf()], nextCursor: null, total: 1 }),
    },
  });

const valueOf = (page: Page, label: string) => page.getByLabelText<HTMLInputElement>(label).value;
const shown = (page: Page) => [valueOf(page, "Latitude"), valueOf(page, "Longitude")];

it("[NAV-1] accepts typed coordinates, refuses invalid ones, and returns the chosen location to the previous page", async () => {
  const page = await openChooser();
  await page.tap("button", "Use this location");
  await page.findText("A number from -90 to 90");
  await page.fill("Latitude", "-6,2");
  await page.fill("Longitude", "190");
  await page.findText("A number from -180 to 180");
  expect(page.queryByText("A number from -90 to 90")).toBeNull();
  await page.fill("Longitude", "106.8166667");
  await page.tap("button", "Use this location");
  await page.atAddress(`${next}&latitude=-6.2&longitude=106.816667`);
});

/** Replaces the browser's geolocation. Returns the pending requests, oldest first. */
function watchPositions() {
  const pending: { found: PositionCallback; failed: PositionErrorCallback }[] = [];
  const getCurrentPosition: Geolocation["getCurrentPosition"] = (found, failed) =>
    void pending.push({ found, failed: failed ?? (() => {}) });
  Object.defineProperty(navigator, "geolocation", { value: { getCurrentPosition }, configurable: true });
  // Browsers provide the position on pages loaded by https only.
  Object.defineProperty(window, "isSecureContext", { value: true });
  const take = () => pending.shift() ?? expect.unreachable("the page requests no position");
  return {
    find: (latitude: number, longitude: number, accuracy: number) =>
      take().found({ coords: { latitude, longitude, accuracy } } as GeolocationPosition),
    fail: (code: number) => take().failed({ code, message: "" } as GeolocationPositionError),
  };
}

it("[NAV-1] uses the phone's position after a tap, and explains why it is not available", async () => {
  const page = await openChooser();
  const positions = watchPositions();
  await page.tap("button", "Use my position");
  positions.find(14.55, 121.02, 24.2);
  await page.findText("Within about 25 m");
  expect(shown(page)).toEqual(["14.55", "121.02"]);
  for (const [code, text] of [
    [1, /^Location access is blocked\./],
    [2, /^Your position is not available\./],
    [3, /^Finding your position took too long\./],
  ] as const) {
    await page.tap("button", "Use my position");
    positions.fail(code);
    await page.findText(text, await page.find("alert"));
  }
  Object.defineProperty(navigator, "geolocation", { value: undefined });
  await page.tap("button", "Use my position");
  await page.findText(/^This browser doesn't support positioning\./, await page.find("alert"));
});

it("[NAV-1] ignores a position that arrives after another location was typed, or after a second request", async () => {
  const page = await openChooser("&latitude=14.5847&longitude=121.0569");
  const positions = watchPositions();
  const isBusy = () => page.getByRole("button", { name: /Use my position/ }).getAttribute("aria-busy");
  const request = async () => {
    await page.tap("button", /Use my position/);
    await page.until(() => expect(isBusy()).toBe("true"));
  };
  const expectUnchanged = async (expected: readonly string[]) => {
    await page.wait(300);
    expect(shown(page)).toEqual(expected);
    expect(page.queryByText(/^Within about/)).toBeNull();
    expect(page.queryByRole("alert")).toBeNull();
  };
  await request();
  await page.fill("Latitude", "14.6");
  // Typing coordinates cancels the request for the phone's position.
  await page.until(() => expect(isBusy()).not.toBe("true"));
  positions.find(10.3157, 123.8854, 25);
  await expectUnchanged(["14.6", "121.0569"]);

  await request();
  await page.fill("Longitude", "121.5");
  positions.fail(2);
  await expectUnchanged(["14.6", "121.5"]);

  await request();
  await page.fill("Longitude", "122");
  await request();
  positions.find(10.3157, 123.8854, 25);
  await expectUnchanged(["14.6", "122"]);
  positions.find(14.55, 121.02, 40);
  await page.findText("Within about 40 m");
  expect(shown(page)).toEqual(["14.55", "121.02"]);
});
