import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayRequests } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";

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

async function openAsManager() {
  // Two outlets, because details of an account with a single outlet start with the devices.
  const manager = await network.addManager([outletId, await network.addOutlet()]);
  return openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
}

/** Records the last part of the path of each call, in the order of the calls. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname.split("/").at(-1) ?? "");
  });
  return calls;
}

/** Opens a phone of a manager with two separate outlets, so that other tests do not change the figures. */
async function openWithOwnOutlet() {
  const outlet = { outletId: await network.addOutlet() };
  const own = { ...outlet, deviceId: await network.addDevice(outlet.outletId) };
  const manager = await network.addManager([own.outletId, await network.addOutlet()]);
  return {
    ...own,
    ...(await openPhone(browser, { origin: server.url, session: await signIn(server, manager) })),
  };
}

const startOfToday = () => new Date(Math.min(manilaMidnight(new Date()).getTime() + 1_000, Date.now()));

const figuresPages = [
  { address: "/pages/details/details", call: "incomeDetailByArea" },
  { address: "/pages/dataChart/dataChart?table=1", call: "incomeChart" },
];

it.each(figuresPages)(
  "[PERF-1] [HOME-3] fetches the figures of $address only when income is recorded, also if it is recorded before the stream opens",
  async ({ address, call }) => {
    const { page, outletId, deviceId, consoleProblems, close } = await openWithOwnOutlet();
    const calls = watchCalls(page);
    const startStream = await delayRequests(page, "**/web/api/v1/events");
    await page.goto(address);
    await page.locator("[data-as-of]").waitFor();
    const shown = page.getByRole("main");
    const record = (amountMinor: number) =>
      recordIncome(network.database, {
        outletId,
        deviceId,
        payType: "coin",
        amountMinor,
        at: startOfToday(),
      });
    await record(75_00);
    expect(await shown.getByText("₱75.00").count()).toBe(0);
    startStream();
    await shown.getByText("₱75.00").first().waitFor();
    expect(calls.filter((each) => each === call)).toEqual([call]);
    await page.getByText("Live", { exact: true }).waitFor();
    await record(25_00);
    await shown.getByText("₱100.00").first().waitFor();
    expect(calls.filter((each) => each === call)).toEqual([call, call]);
    expect(consoleProblems).toEqual([]);
    await close();
  },
);

it("[DAY-1] [SES-2] shows no figures of a document that was rendered for another time zone", async () => {
  const { page, close } = await openAsManager();
  const calls = watchCalls(page);
  await page.addInitScript(() => window.localStorage.setItem("reposo.locale", "id_ID"));
  await page.route("**/assets/manager-app-*.js", async (route) => {
    // Change the time zone after the document and before the app runs.
    await page.evaluate(() => window.localStorage.setItem("reposo.timeZone", "account"));
    await route.continue();
  });
  await page.goto("/pages/details/details");
  await page.locator("[data-zone=account]").waitFor();
  await page.locator("#app main [role=table]").waitFor();
  expect(calls).toContain("incomeDetailByArea");
  await close();
});
