import { createHash } from "node:crypto";
import { languages } from "@reposo/contract/languages.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaMidnight, takeMoney } from "#stage/take-money.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;
let deviceId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
  ({ deviceId } = await network.addChair(outletId));
  await addPastOrders(network.database, { outletId, deviceIds: [deviceId], count: 4 });
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const pages = {
  "/pages/home/home": "#app [data-currency]",
  "/pages/details/details": "#app main :is(table, [role=table])",
  "/pages/dataChart/dataChart": "#app main :is([role=radio], fieldset)",
  "/pages/deviceList/deviceList": "#app main [role=listitem]",
  "/pages/order/order": "#app main [role=listitem]",
  "/pages/feedback/feedback": "#app main fieldset",
  "/pages/user/user": "#app main select",
};

/** Where the page's own data come from, beside who is logged in. */
const firstCalls: Partial<Record<keyof typeof pages, string>> = {
  "/pages/details/details": "incomeDetailByArea",
  "/pages/dataChart/dataChart": "incomeLineChartRealTime",
  "/pages/deviceList/deviceList": "list",
  "/pages/order/order": "orderH5",
};

async function openAsManager() {
  // An account with a single outlet starts at its devices.
  const manager = await network.addManager([outletId, await network.addOutlet()]);
  return openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
}

/** The last part of each call's path, in the order in which they were made. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname.split("/").at(-1) ?? "");
  });
  return calls;
}

describe("[PERF-1] [SES-2] starts its calls before any script has loaded:", () => {
  it.each(Object.keys(pages) as (keyof typeof pages)[])("%s", async (address) => {
    const { page, complaints, close } = await openAsManager();
    const calls = watchCalls(page);
    const scripts = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    const answered = page.waitForResponse("**/login/launch*");
    await page.goto(address, { waitUntil: "commit" });
    await answered;
    const own = firstCalls[address];
    await expect
      .poll(() => calls)
      .toEqual(["launch", ...(own === undefined ? [] : [own])].slice(0, calls.length));
    if (own !== undefined) await expect.poll(() => calls).toContain(own);
    scripts.resolve();
    await page
      .locator(pages[address] ?? "main")
      .first()
      .waitFor();
    // The app takes these answers; it calls for none of them again.
    for (const part of ["launch", "cache-value", "info"])
      expect(calls.filter((call) => call === part)).toHaveLength(part === "launch" ? 1 : 0);
    expect(complaints).toEqual([]);
    await close();
  });
});

it("[PERF-1] [HOME-3] fetches each figure of home once, and again as soon as money moves", async () => {
  const { page, complaints, close } = await openAsManager();
  const calls = watchCalls(page);
  await page.goto("/pages/home/home");
  await page.getByText("Live", { exact: true }).waitFor();
  // As long as a refetch that follows the stream's opening would take, and then some.
  await page.waitForTimeout(2_500);
  const ofFigures = (call: string) => ["launch", "appStatistics", "incomeComparison"].includes(call);
  expect(calls.filter(ofFigures)).toEqual(["launch"]);
  await takeMoney(network.database, {
    outletId,
    deviceId,
    payType: "coin",
    amountMinor: 75_00,
    at: new Date(Math.min(manilaMidnight(new Date()).getTime() + 1_000, Date.now())),
  });
  await page.locator("[data-currency]").getByText("₱75.00").first().waitFor();
  expect(calls.filter((call) => call === "appStatistics")).toHaveLength(1);
  expect(complaints).toEqual([]);
  await close();
});

it("[PERF-1] [SES-3] takes no answer that another token, language or time zone was given", async () => {
  const { page, close } = await openAsManager();
  const calls = watchCalls(page);
  await page.addInitScript(() => window.localStorage.setItem("reposo.locale", "id_ID"));
  await page.route("**/assets/manager-*.js", async (route) => {
    // Between the document's call and the app's start.
    await page.evaluate(() => window.localStorage.setItem("reposo.timeZone", "account"));
    await route.continue();
  });
  await page.goto("/pages/home/home");
  await page.locator("[data-currency]").waitFor();
  expect(calls.slice(0, 2)).toEqual(["launch", "launch"]);
  await page.locator("[data-zone=account]").waitFor();
  await close();
});

/** Home, charts and login need five at most; a page with late parts shares files with these. */
const mostPreloaded = (address: string): number =>
  /^\/(pages\/(home|dataChart)\/|$)/.test(address) ? 5 : address.includes("feedback/") ? 10 : 8;

describe("[PERF-2] preloads few files for:", () => {
  it.each([
    ...Object.keys(pages),
    "/",
    "/pages/index/index?deviceId=MC100001",
    "/pages/quickStart/quickStart",
    "/pages/deviceOrder/order?orderId=0199f0a0-0000-7000-8000-000000000000",
  ])("%s", async (address) => {
    const html = await (await fetch(server.url + address)).text();
    const links = html.match(/<link rel="modulepreload"/g) ?? [];
    const early = JSON.parse(
      (/data-early="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
    ) as { texts: Record<string, string[]> };
    expect(Object.keys(early.texts).toSorted()).toEqual(languages.toSorted());
    for (const texts of Object.values(early.texts))
      expect(links.length + texts.length).toBeLessThanOrEqual(mostPreloaded(address));
    // Nothing that the first view runs is found only after another script has run.
    const loaded = new Set(html.match(/\/assets\/[\w-]+\.js/g));
    for (const file of loaded) {
      const script = await (await fetch(server.url + file)).text();
      for (const [, imported] of script.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
        expect([...loaded], `${file} imports ${imported}`).toContain(`/assets/${imported}`);
    }
  });
});

it("[PERF-1] names the hash of the document's one inline script in its policy", async () => {
  const response = await fetch(`${server.url}/pages/home/home`);
  const [script = ""] = [...(await response.text()).matchAll(/<script>(.*?)<\/script>/g)].map(
    ([, text]) => text,
  );
  const hash = createHash("sha256").update(script).digest("base64");
  expect(response.headers.get("content-security-policy")).toContain(
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`,
  );
});
