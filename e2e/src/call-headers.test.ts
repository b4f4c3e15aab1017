import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, type Phone } from "#browser/phone.ts";
import { openTourist, prepareTour, type Tour } from "#browser/screen-tour.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { roundsOf } from "#browser/tour-rounds.ts";

const server = inject("server");
let tour: Tour;
let browser: Browser;

beforeAll(async () => {
  tour = await prepareTour(server);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await tour.close();
});

/** Calls to the API that a page makes, as they left the browser; a file goes to the store, which is no call. */
function callsOf({ context }: Pick<Phone, "context">): Request[] {
  const calls: Request[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && request.resourceType() === "fetch") calls.push(request);
  });
  return calls;
}

const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

/** The calls without one of the headers, or with another value. */
async function callsWithout(calls: readonly Request[], expected: Record<string, string>): Promise<string[]> {
  const faults = calls.map(async (request) => {
    const headers = await request.allHeaders();
    return Object.entries(expected)
      .filter(([name, value]) => headers[name] !== value)
      .map(([name]) => `${nameOf(request)}: ${name} is ${headers[name]}`);
  });
  return (await Promise.all(faults)).flat();
}

it("[NET-1] sends the token and the zone's offset with every call of a tour through every page", {
  timeout: 600_000,
}, async () => {
  const faults: string[] = [];
  const names = new Set<string>();
  for (const who of ["customer", "manager", "viewer"] as const)
    for (const stops of roundsOf(tour.stops, who)) {
      const tourist = await openTourist(browser, { server, tour, who, language: "en_US", dark: false });
      const calls = callsOf(tourist);
      await visit(tourist.page, "/pages/err/err");
      const token = await storedToken(tourist.page);
      for (const stop of stops) await stop.go(tourist.page);
      for (const call of calls) names.add(nameOf(call));
      const expected = { "access-token": token, "timezone-offset": "480", lang: "en_US" };
      faults.push(...(await callsWithout(calls, expected)));
      await tourist.close();
    }
  expect([...new Set(faults)]).toEqual([]);
  // Among them those that need no token.
  expect([...names].sort()).toEqual(
    expect.arrayContaining([
      "GET /api/web/api/v1/dict/cache-value",
      "GET /api/web/api/v1/events",
      "GET /api/web/api/v1/login/info",
      "POST /api/web/api/v1/data-centre/device-status",
    ]),
  );
});

const storedToken = async (page: Page): Promise<string> =>
  page.evaluate(() => window.localStorage.getItem("reposo.token") ?? "");

it("[NET-1] [WHO-2] sends the offset with the calls of a browser that has no token yet", async () => {
  const phone = await openPhone(browser, { origin: server.url, timeZone: "America/St_Johns" });
  const calls = callsOf(phone);
  await visit(phone.page, "/");
  await phone.page.getByLabel("Account").fill("nobody");
  await phone.page.getByLabel("Password", { exact: true }).fill("nothing");
  await phone.page.getByRole("button", { name: "Log in" }).click();
  await phone.page.getByRole("alert").first().waitFor();
  await visit(phone.page, "/pages/index/index");
  await phone.page.getByLabel("Device ID").waitFor();
  expect(calls.map(nameOf)).toEqual(
    expect.arrayContaining([
      "GET /api/web/api/v1/login/public-key",
      "POST /api/web/api/v1/login/login",
      "POST /api/web/api/v1/login/guest",
    ]),
  );
  expect(await callsWithout(calls, { "timezone-offset": "-210" })).toEqual([]);
  await phone.close();
});

it("[NET-1] [NET-3] sends both while it waits for a server that is out of reach", async () => {
  const chair = await tour.network.addChair(await tour.network.addOutlet());
  const tourist = await openTourist(browser, {
    server,
    tour,
    who: "customer",
    language: "en_US",
    dark: false,
  });
  const { page } = tourist;
  const calls = callsOf(tourist);
  await visit(page, chairAddress(chair.deviceId));
  const token = await storedToken(page);
  const probe = page.waitForRequest("**/api/health/live");
  await page.route("**/api/web/**", (route) => route.abort());
  await visit(page, chairAddress(chair.deviceId));
  await probe;
  expect(await callsWithout(calls, { "access-token": token, "timezone-offset": "480" })).toEqual([]);
  await tourist.close();
});
