import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, startWithCoupon, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;
let outletIds: string[];

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
  outletIds = [outletId, await network.addOutlet()];
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

async function openManager() {
  const session = await signIn(server, await network.addManager(outletIds));
  return openPhone(browser, { origin: server.url, session });
}

/** Makes requests for a file of the build fail until the test calls the returned function. */
async function withhold(page: Page, name: string): Promise<() => Promise<void>> {
  const files = `**/assets/${name}-*.js*`;
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

/**
 * Taps "Try again" up to twice: some browsers retry a failed module only after a reload, which the second tap causes.
 */
async function tapTryAgain(where: Locator, there: Locator): Promise<void> {
  const again = where.getByRole("button", { name: "Try again" });
  await again.click();
  await again.or(there).waitFor();
  // A button that is still visible may disappear before it is tapped, because the first tap has succeeded.
  if (await again.isVisible()) await Promise.race([again.click().catch(() => {}), there.waitFor()]);
  await there.waitFor();
}

it("[NET-4] [CNT-1] refetches optional code of the countdown automatically, even if the connection was never lost", async () => {
  const chair = await network.addChair(outletId);
  const { page, close } = await openPhone(browser, { origin: server.url });
  let failed = 0;
  page.on("requestfailed", (request) => {
    if (request.url().includes("/extend-button-")) failed += 1;
  });
  const forwardCalls = await withhold(page, "extend-button");
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  await expect.poll(() => failed, { timeout: 30_000 }).toBeGreaterThan(1);
  expect(await page.getByRole("alert").count()).toBe(0);
  await forwardCalls();
  await page.getByRole("button", { name: "Add minutes" }).waitFor();
  await close();
});

it("[NET-4] [G-3] shows that the code of an order's refunds failed to load, and loads it on demand", async () => {
  const deviceId = await network.addDevice(outletId);
  const { order_id: orderId } =
    (await addPastOrders(network.database, { outletId, deviceIds: [deviceId], count: 6 })).find(
      ({ status, pay_type }) => status === "completed" && pay_type === "online",
    ) ?? {};
  const { page, close } = await openManager();
  const forwardCalls = await withhold(page, "refund*");
  await visit(page, `/pages/order/order?orderId=${orderId}`);
  const main = page.getByRole("main");
  await main.getByText("This page could not be loaded").waitFor();
  await forwardCalls();
  await tapTryAgain(main, main.getByRole("heading", { name: "Manual refund" }));
  expect(await main.getByText("This page could not be loaded").count()).toBe(0);
  await close();
});

it("[NET-4] [DEV-1] shows in a chair's sheet that its code failed to load, and retries there", async () => {
  const deviceId = await network.addDevice(outletId);
  const { page, close } = await openManager();
  const forwardCalls = await withhold(page, "device-summary");
  await visit(page, `/pages/deviceList/deviceList?keyword=${deviceId}`);
  await page.getByRole("list").getByRole("link", { name: deviceId }).click();
  const sheet = page.getByRole("dialog", { name: deviceId });
  await sheet.getByText("This page could not be loaded").waitFor();
  await forwardCalls();
  await tapTryAgain(sheet, sheet.getByRole("button", { name: "Start chair" }));
  await sheet.getByRole("button", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("deviceId")).toBeNull();
  await close();
});

/**
 * Simulates a browser that remembers the failure of a file until a reload: requests for the file's URL fail, but a
 * request with a different query string succeeds.
 */
const recordFailure = (page: Page, name: string): Promise<unknown> =>
  page.route(new RegExp(`/assets/${name}-[^?]*\\.js$`), (route) => route.abort());

function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

const networkFailed = (page: Page) => page.getByRole("status").getByText("Network connection failed");

it("[NET-4] [START-3] opens the coupon sheet on a second tap if the browser remembers the first failure", async () => {
  const { deviceId } = await network.addChair(outletId);
  const { page, close } = await openPhone(browser, { origin: server.url });
  const documents = countDocuments(page);
  await recordFailure(page, "coupon-sheet");
  await visit(page, chairAddress(deviceId));
  const useCoupon = page.getByRole("button", { name: "Use a coupon" });
  await useCoupon.click();
  await networkFailed(page).waitFor();
  await useCoupon.click();
  await page.getByLabel("Coupon code").waitFor();
  expect(documents()).toBe(1);
  await close();
});

it("[NET-4] [START-3] reloads the page on a second tap if a file that the coupon sheet imports fails again", async () => {
  const { deviceId } = await network.addChair(outletId);
  const { page, close } = await openPhone(browser, { origin: server.url });
  const documents = countDocuments(page);
  await page.route("**/assets/coupon-sheet-*.js*", (route) =>
    documents() === 1 ? route.abort() : route.continue(),
  );
  await visit(page, chairAddress(deviceId));
  const useCoupon = page.getByRole("button", { name: "Use a coupon" });
  await useCoupon.click();
  await networkFailed(page).waitFor();
  const reloaded = page.waitForEvent("load");
  await useCoupon.click();
  await reloaded;
  await useCoupon.click();
  await page.getByLabel("Coupon code").waitFor();
  expect(documents()).toBe(2);
  await close();
});

it.each([
  ["order-filter-sheet", "/pages/order/order", "Filters"],
  ["export-sheet", "/pages/order/order", "Export"],
  ["outlet-sheet", "/pages/details/details", "All outlets"],
])(
  "[NET-4] opens %s on a second tap if the browser remembers the first failure",
  async (file, address, button) => {
    const { page, close } = await openManager();
    const documents = countDocuments(page);
    await recordFailure(page, file);
    await visit(page, address);
    const opener = page.getByRole("button", { name: button });
    await opener.click();
    await networkFailed(page).waitFor();
    await opener.click();
    await page.getByRole("dialog").waitFor();
    expect(documents()).toBe(1);
    await close();
  },
);

it("[NET-4] [I18N-1] changes the language on a second attempt if the browser remembers the first failure", async () => {
  const { page, close } = await openManager();
  const documents = countDocuments(page);
  await visit(page, "/pages/user/user");
  const language = page.getByLabel("Language");
  await language.waitFor();
  await recordFailure(page, "manager(?!-app)");
  await language.selectOption("id_ID");
  await networkFailed(page).waitFor();
  await language.selectOption("en_US");
  await language.selectOption("id_ID");
  await page.getByRole("main").getByText("Keluar", { exact: true }).waitFor();
  expect(documents()).toBe(1);
  await close();
});

it("[NET-4] [NAV-1] focuses the title of the next page if the first one failed to load", async () => {
  const { page, close } = await openManager();
  await withhold(page, "details-screen");
  await visit(page, "/pages/details/details");
  await page.getByRole("main").getByText("This page could not be loaded").waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
  await page.waitForURL("**/pages/home/home");
  const title = page.locator("[data-page-title]");
  await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true);
  await close();
});

it("[NET-4] [NAV-1] opens a page on the first retry if the browser remembers the first failure", async () => {
  const { page, close } = await openManager();
  const documents = countDocuments(page);
  await visit(page, "/pages/home/home");
  await recordFailure(page, "details-screen");
  await page.getByRole("navigation").getByRole("link", { name: "Details" }).click();
  const main = page.getByRole("main");
  await main.getByText("This page could not be loaded").waitFor();
  await main.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "All outlets" }).waitFor();
  expect(documents()).toBe(1);
  await close();
});
