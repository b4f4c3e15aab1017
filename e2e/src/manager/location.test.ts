import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayRequests, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let tile: Buffer;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#dfe8d8" } })
    .png()
    .toBuffer();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

/** Timeout of an expectation, long enough for a busy machine. */
const coordinates = { latitude: 14.5847, longitude: 121.0569 };

/** Opens a phone of a manager with one outlet on the map, and intercepts the requests for map tiles. */
async function openManager() {
  const outletId = await network.addOutlet({ name: "SM Megamall" });
  await sql`
    UPDATE outlet SET latitude = ${coordinates.latitude}, longitude = ${coordinates.longitude}
    WHERE outlet_id = ${outletId}`.execute(network.database);
  const session = await signIn(server, await network.addManager([outletId]));
  const phone = await openPhone(browser, { origin: server.url, session });
  const requests: string[] = [];
  const tiles = { fail: false };
  await phone.page.route("https://tiles.example/**", (route) => {
    requests.push(route.request().url());
    return tiles.fail ? route.abort() : route.fulfill({ body: tile, contentType: "image/png" });
  });
  return { ...phone, outletId, requests, tiles };
}

type Position = Pick<GeolocationCoordinates, "latitude" | "longitude" | "accuracy">;

/**
 * Delays further position requests of the browser until the test calls the returned function with a position or a
 * failure.
 */
async function delayPositions(page: Page): Promise<(position: Position | null) => Promise<void>> {
  await page.evaluate(() => {
    const waiting: ((position: Position | null) => void)[] = [];
    navigator.geolocation.getCurrentPosition = (found, failed) => {
      waiting.push((position) => {
        if (position === null) failed?.({ code: 2, message: "" } as GeolocationPositionError);
        else found({ coords: position as GeolocationCoordinates } as GeolocationPosition);
      });
    };
    window.addEventListener("position-reply", ({ detail }: CustomEventInit<Position | null>) =>
      waiting.shift()?.(detail ?? null),
    );
  });
  return (position) =>
    page.evaluate((detail) => {
      window.dispatchEvent(new CustomEvent("position-reply", { detail }));
    }, position);
}

const openAddress = (outletId: string) => `/pages/location/open?areaId=${outletId}`;
const map = (page: Page) => page.getByRole("application", { name: "Map" });

it("[NAV-1] an outlet's location is shown on a map with tiles of the configured server only, and without a map if that server does not respond, also on a screen so small that the map has one tile", async () => {
  const { page, outletId, requests, tiles, consoleProblems, close } = await openManager();
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(new URL(request.url()).origin);
  });
  const answer = await visit(page, openAddress(outletId));
  expect(answer?.headers()["content-security-policy"]).toContain(
    "img-src 'self' data: blob: https://tiles.example;",
  );
  await page.getByRole("heading", { level: 2, name: "SM Megamall" }).waitFor();
  await page.getByText("EDSA, Mandaluyong").waitFor();
  await page.locator("[data-map=shown]").waitFor();
  await expect.poll(() => requests.length).toBeGreaterThan(3);
  expect(new Set(elsewhere)).toEqual(new Set(["https://tiles.example"]));
  const pin = await page.locator("[class*=location-map-body]").boundingBox();
  expect(pin?.width).toBeGreaterThan(20);
  await page.getByText("© Example,").waitFor();
  expect(await page.getByRole("link", { name: "tiles.example/licence" }).getAttribute("rel")).toContain(
    "noopener",
  );
  const before = requests.length;
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(() => requests.length).toBeGreaterThan(before);
  // The map's styles do not violate the page's Content-Security-Policy.
  expect(consoleProblems).toEqual([]);

  tiles.fail = true;
  const failed = page.getByText("The map could not be loaded.");
  await visit(page, openAddress(outletId));
  await failed.waitFor();
  requests.length = 0;
  // The middle of a tile: the map is smaller than the tile.
  const [zoom, column, row] = [16, 54_804, 30_094];
  const north = Math.PI * (1 - (2 * (row + 0.5)) / 2 ** zoom);
  const latitude = (Math.atan(Math.sinh(north)) * 180) / Math.PI;
  const longitude = ((column + 0.5) / 2 ** zoom) * 360 - 180;
  await sql`
    UPDATE outlet SET latitude = ${latitude}, longitude = ${longitude}
    WHERE outlet_id = ${outletId}`.execute(network.database);
  await page.setViewportSize({ width: 240, height: 400 });
  await visit(page, openAddress(outletId));
  await failed.waitFor();
  expect(requests).toHaveLength(1);
  await close();
});

const next = "/pages/deviceList/deviceList?use=idle";
const chooser = `/pages/location/choose?next=${encodeURIComponent(next)}`;

it("[NAV-1] choosing a location updates the fields after a tap on the map or a dragged pin, and the pin after a change of the fields or a position of the phone", async () => {
  const { page, context, consoleProblems, close } = await openManager();
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 10.3157, longitude: 123.8854, accuracy: 25 });
  const releaseMap = await delayRequests(page, /leaflet.*\.css/);
  await visit(page, chooser);
  await page.locator("[data-map=loading]").waitFor();
  await page.getByRole("button", { name: "Use my position" }).click();
  await page.getByText("Within about 25 m").waitFor();
  releaseMap();
  await page.locator("[data-map=shown]").waitFor();
  const pin = page.locator("[class*=location-map-pin]");
  const [pinBox, frame] = await Promise.all([pin.boundingBox(), map(page).boundingBox()]);
  // The map that loaded later has moved to the pin, which is now in its middle.
  expect(pinBox && frame && pinBox.x + pinBox.width / 2 - frame.x).toBeCloseTo((frame?.width ?? 0) / 2, -1);

  await visit(page, `${chooser}&latitude=${coordinates.latitude}&longitude=${coordinates.longitude}`);
  await page.locator("[data-map=shown]").waitFor();
  const [latitude, longitude] = [page.getByLabel("Latitude"), page.getByLabel("Longitude")];
  expect([await latitude.inputValue(), await longitude.inputValue()]).toEqual(["14.5847", "121.0569"]);
  const reply = await delayPositions(page);
  await page.getByRole("button", { name: "Use my position" }).click();
  await page.locator("button[aria-busy=true]").waitFor();
  await map(page).click({ position: { x: 60, y: 200 } });
  await expect.poll(async () => Number(await longitude.inputValue())).toBeLessThan(coordinates.longitude);
  expect(Number(await latitude.inputValue())).toBeLessThan(coordinates.latitude);
  // A position that arrives after the tap is ignored.
  const tapped = [await latitude.inputValue(), await longitude.inputValue()];
  await reply({ latitude: 10.3157, longitude: 123.8854, accuracy: 25 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect([await latitude.inputValue(), await longitude.inputValue()]).toEqual(tapped);

  // Hovering waits until the pin no longer moves.
  await pin.hover();
  const at = await pin.boundingBox();
  if (at === null) throw new Error("the map shows no pin");
  const before = Number(await longitude.inputValue());
  await page.mouse.move(at.x + 22, at.y + 22);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y + 22, { steps: 5 });
  await page.mouse.move(at.x + 122, at.y + 22, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(before);

  await latitude.fill("14.6");
  await longitude.fill("121");
  await expect.poll(async () => (await pin.boundingBox())?.x).toBeGreaterThan(100);
  await latitude.fill("");
  await expect.poll(() => pin.count()).toBe(0);
  await latitude.fill("14.6");
  await pin.waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
