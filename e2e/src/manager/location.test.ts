import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { watchCopies } from "#browser/copies.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayRequests, visit, withoutContent } from "#browser/steps.ts";
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
const waitOptions = { timeout: 30_000 };
const coordinates = { latitude: 14.5847, longitude: 121.0569 };

/** Opens a phone of a manager with one outlet on the map, and intercepts the requests for map tiles. */
async function openManager({ tiles = "answered" }: { tiles?: string } = {}) {
  const outletId = await network.addOutlet({ name: "SM Megamall" });
  await sql`
    UPDATE outlet SET latitude = ${coordinates.latitude}, longitude = ${coordinates.longitude}
    WHERE outlet_id = ${outletId}`.execute(network.database);
  const session = await signIn(server, await network.addManager([outletId]));
  const phone = await openPhone(browser, { origin: server.url, session });
  const requests: string[] = [];
  await phone.page.route("https://tiles.example/**", (route) => {
    requests.push(route.request().url());
    return tiles === "answered" ? route.fulfill({ body: tile, contentType: "image/png" }) : route.abort();
  });
  return { ...phone, outletId, requests };
}

/** Changes the settings in the document, which contains no content, to those of an installation without a tile server. */
async function withoutTiles(page: Page): Promise<void> {
  await withoutContent(page);
  await page.route("**/pages/location/*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"map":\{"tilesUrl.*?"\}/, '"map":null');
    return route.fulfill({ response: answer, body });
  });
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

describe("an outlet's location", () => {
  it("[NAV-1] is shown on a map with tiles of the configured server only", async () => {
    const { page, outletId, requests, consoleProblems, close } = await openManager();
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
    await expect.poll(() => requests.length, waitOptions).toBeGreaterThan(3);
    expect(new Set(elsewhere)).toEqual(new Set(["https://tiles.example"]));
    const pin = await page.locator("[class*=location-map-body]").boundingBox();
    expect(pin?.width).toBeGreaterThan(20);
    await page.getByText("© Example,").waitFor();
    expect(await page.getByRole("link", { name: "tiles.example/licence" }).getAttribute("rel")).toContain(
      "noopener",
    );
    const before = requests.length;
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(() => requests.length, waitOptions).toBeGreaterThan(before);
    // The map's styles do not violate the page's Content-Security-Policy.
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[NAV-1] is shown as address, coordinates, and a link to the phone's map app if no tile server is configured", async () => {
    const { page, outletId, requests, consoleProblems, close } = await openManager();
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await withoutTiles(page);
    await visit(page, openAddress(outletId));
    await page.getByText("EDSA, Mandaluyong").waitFor();
    expect(await page.getByLabel("Coordinates").inputValue()).toBe("14.5847, 121.0569");
    expect(await map(page).count()).toBe(0);
    expect(requests).toEqual([]);
    expect(scripts.filter((url) => /leaflet/.test(url))).toEqual([]);
    const link = page.getByRole("link", { name: "Open in Maps" });
    expect(await link.getAttribute("href")).toContain("https://www.openstreetmap.org/?mlat=14.5847");
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[NAV-1] opens the phone's map app by the URL scheme of the platform, or a web page as the fallback", async () => {
    for (const [agent, scheme] of [
      ["Mozilla/5.0 (Linux; Android 13; SM-A145F)", "geo:14.5847,121.0569?q="],
      ["Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X)", "maps://?q=SM%20Megamall&ll="],
    ] as const) {
      const { page, outletId, close } = await openManager();
      await page.addInitScript((userAgent) => {
        Object.defineProperty(navigator, "userAgent", { value: userAgent });
      }, agent);
      await visit(page, openAddress(outletId));
      await page.getByRole("link", { name: "Open in browser" }).waitFor();
      const link = page.getByRole("link", { name: "Open in Maps" });
      expect(await link.getAttribute("href")).toContain(scheme);
      await close();
    }
  });

  it("[NAV-1] copies the coordinates, and shows when the tile server does not respond", async () => {
    const { page, outletId, close } = await openManager({ tiles: "cut" });
    const copied = await watchCopies(page);
    await visit(page, openAddress(outletId));
    await page.getByText("The map could not be loaded. Use the coordinates below.").waitFor();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await copied()).toBe("14.5847, 121.0569");
    await close();
  });

  it("[NAV-1] shows that the tile server does not respond, also on a screen so small that the map has one tile", async () => {
    const { page, outletId, requests, close } = await openManager({ tiles: "cut" });
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
    await page.getByText("The map could not be loaded. Use the coordinates below.").waitFor();
    expect(requests).toHaveLength(1);
    await close();
  });

  it("[NAV-2] [WHO-2] is shown to managers only", async () => {
    const { page, close } = await openPhone(browser, { origin: server.url });
    await visit(page, "/pages/index/index");
    await page.getByLabel("Device ID").waitFor();
    await visit(page, "/pages/location/open");
    await page.getByText("Please log in first").waitFor();
    await page.waitForURL((url) => url.pathname === "/pages/login/login");
    expect(await page.getByText("Location").count()).toBe(0);
    await close();
  });
});

describe("choosing a location", () => {
  const next = "/pages/deviceList/deviceList?use=idle";
  const chooser = `/pages/location/choose?next=${encodeURIComponent(next)}`;
  const fields = (page: Page) => [page.getByLabel("Latitude"), page.getByLabel("Longitude")] as const;

  it("[NAV-1] accepts typed coordinates, refuses invalid ones, and returns the chosen location to the previous page", async () => {
    const { page, consoleProblems, close } = await openManager();
    await visit(page, chooser);
    const [latitude, longitude] = fields(page);
    await page.getByRole("button", { name: "Use this location" }).click();
    await page.getByText("A number from -90 to 90").waitFor();
    await latitude.fill("-6,2");
    await longitude.fill("190");
    await page.getByText("A number from -180 to 180").waitFor();
    await longitude.fill("106.8166667");
    await page.getByRole("button", { name: "Use this location" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/deviceList/deviceList");
    expect(page.url()).toBe(`${server.url}${next}&latitude=-6.2&longitude=106.816667`);
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[NAV-1] updates the fields after a tap on the map or a dragged pin, and the pin after a change of the fields", async () => {
    const { page, consoleProblems, close } = await openManager();
    await visit(page, `${chooser}&latitude=${coordinates.latitude}&longitude=${coordinates.longitude}`);
    await page.locator("[data-map=shown]").waitFor();
    const [latitude, longitude] = fields(page);
    expect([await latitude.inputValue(), await longitude.inputValue()]).toEqual(["14.5847", "121.0569"]);
    await map(page).click({ position: { x: 60, y: 200 } });
    await expect
      .poll(async () => Number(await longitude.inputValue()), waitOptions)
      .toBeLessThan(coordinates.longitude);
    expect(Number(await latitude.inputValue())).toBeLessThan(coordinates.latitude);

    const pin = page.locator("[class*=location-map-pin]");
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
    await expect.poll(async () => Number(await longitude.inputValue()), waitOptions).toBeGreaterThan(before);

    await latitude.fill("14.6");
    await longitude.fill("121");
    await expect.poll(async () => (await pin.boundingBox())?.x, waitOptions).toBeGreaterThan(100);
    await latitude.fill("");
    await expect.poll(() => pin.count(), waitOptions).toBe(0);
    await latitude.fill("14.6");
    await pin.waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[NAV-1] puts the pin at the phone's position even if the map loads later", async () => {
    const { page, context, close } = await openManager();
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 10.3157, longitude: 123.8854, accuracy: 25 });
    const releaseMap = await delayRequests(page, /leaflet.*\.css/);
    await visit(page, chooser);
    await page.locator("[data-map=loading]").waitFor();
    await page.getByRole("button", { name: "Use my position" }).click();
    await page.getByText("Within about 25 m").waitFor();
    releaseMap();
    await page.locator("[data-map=shown]").waitFor();
    const [pin, frame] = await Promise.all([
      page.locator("[class*=location-map-pin]").boundingBox(waitOptions),
      map(page).boundingBox(),
    ]);
    // The map has moved to the pin, which is now in its middle.
    expect(pin && frame && pin.x + pin.width / 2 - frame.x).toBeCloseTo((frame?.width ?? 0) / 2, -1);
    await close();
  });

  it("[NAV-1] uses the phone's position after a tap, and explains why it is not available", async () => {
    const { page, context, close } = await openManager();
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 14.55, longitude: 121.02, accuracy: 25 });
    await visit(page, chooser);
    await page.getByRole("button", { name: "Use my position" }).click();
    await page.getByText("Within about 25 m").waitFor();
    expect(await page.getByLabel("Latitude").inputValue()).toBe("14.55");
    for (const [code, text] of [
      [1, "Location access is blocked."],
      [2, "Your position is not available."],
      [3, "Finding your position took too long."],
    ] as const) {
      await page.evaluate((failure) => {
        navigator.geolocation.getCurrentPosition = (_found, failed) =>
          failed?.({ code: failure, message: "" } as GeolocationPositionError);
      }, code);
      await page.getByRole("button", { name: "Use my position" }).click();
      await page.getByRole("alert").getByText(text).waitFor();
    }
    await page.evaluate(() => Object.defineProperty(navigator, "geolocation", { value: undefined }));
    await page.getByRole("button", { name: "Use my position" }).click();
    await page.getByRole("alert").getByText("This browser doesn't support positioning.").waitFor();
    await close();
  });

  it("[NAV-1] ignores a position that arrives after another location was typed or tapped", async () => {
    const { page, consoleProblems, close } = await openManager();
    await visit(page, `${chooser}&latitude=${coordinates.latitude}&longitude=${coordinates.longitude}`);
    await page.locator("[data-map=shown]").waitFor();
    const reply = await delayPositions(page);
    const [latitude, longitude] = fields(page);
    const shown = async () => [await latitude.inputValue(), await longitude.inputValue()];
    const useMyPosition = page.getByRole("button", { name: "Use my position" });
    const busyButton = page
      .locator("button[aria-busy=true]")
      .filter({ has: page.getByText("Use my position") });
    /** Waits before it compares the fields, because the absence of a change can only be observed by waiting. */
    const expectUnchanged = async (expected: string[]) => {
      await page.waitForTimeout(300);
      expect(await shown()).toEqual(expected);
      expect(await page.getByText("Within about").count()).toBe(0);
      expect(await page.getByRole("alert").count()).toBe(0);
    };

    await useMyPosition.click();
    await busyButton.waitFor();
    await latitude.fill("14.6");
    // Typing coordinates cancels the request for the phone's position.
    await busyButton.waitFor({ state: "detached" });
    await reply({ latitude: 10.3157, longitude: 123.8854, accuracy: 25 });
    await expectUnchanged(["14.6", "121.0569"]);

    await useMyPosition.click();
    await busyButton.waitFor();
    await map(page).click({ position: { x: 60, y: 200 } });
    await expect
      .poll(async () => Number(await longitude.inputValue()), waitOptions)
      .toBeLessThan(coordinates.longitude);
    const tapped = await shown();
    await reply({ latitude: 10.3157, longitude: 123.8854, accuracy: 25 });
    await expectUnchanged(tapped);

    await useMyPosition.click();
    await busyButton.waitFor();
    await longitude.fill("121.5");
    await reply(null);
    await expectUnchanged([tapped[0] ?? "", "121.5"]);

    // After a second request, the page ignores the response to the first.
    await useMyPosition.click();
    await busyButton.waitFor();
    await longitude.fill("122");
    await useMyPosition.click();
    await busyButton.waitFor();
    await reply({ latitude: 10.3157, longitude: 123.8854, accuracy: 25 });
    await expectUnchanged([tapped[0] ?? "", "122"]);
    await reply({ latitude: 14.55, longitude: 121.02, accuracy: 40 });
    await page.getByText("Within about 40 m").waitFor();
    expect(await shown()).toEqual(["14.55", "121.02"]);
    expect(consoleProblems).toEqual([]);
    await close();
  });
});
