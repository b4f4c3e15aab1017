import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, type PhoneOptions } from "#browser/phone.ts";
import { chairAddress, logIn, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const openOurPhone = (options: Omit<PhoneOptions, "origin"> = {}) =>
  openPhone(browser, { origin: server.url, ...options });

it("[NAV-1] [NAV-4] opens every route for a manager, each with the app's own title bar", async () => {
  const deviceId = (await network.addChair(outletId)).deviceId;
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, consoleProblems, close } = await openOurPhone({ session });
  const tile = { contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await page.route("https://tiles.example/**", (route) => route.fulfill(tile));
  const headings: Record<string, string> = {
    "/pages/home/home": "Data overview",
    "/pages/details/details": "Data details",
    "/pages/user/user": "My account",
    "/pages/dataChart/dataChart": "Charts",
    "/pages/quickStart/quickStart": "Quick start",
    "/pages/err/err?errType=device&errMsg=Something": "Error",
    "/pages/deviceOrder/order?orderId=0199f0a0-0000-7000-8000-000000000000": "Your order",
    "/pages/orderFeedback/orderFeedback?orderId=0199f0a0-0000-7000-8000-000000000000": "Feedback",
    "/pages/result/result?ok=1": "Result",
    [chairAddress(deviceId)]: `Chair ${deviceId}`,
    "/pages/order/order": "Orders",
    "/pages/feedback/feedback": "Customer feedback",
    "/pages/deviceList/deviceList": "Devices",
    "/pages/outlet/outlet": "Outlet",
    "/pages/alerts/alerts": "Alerts",
    [`/pages/device/device?deviceId=${deviceId}`]: `Chair ${deviceId}`,
    "/pages/location/choose": "Choose a location",
    "/pages/location/open": "Location",
  };
  for (const [address, heading] of Object.entries(headings)) {
    const answer = await visit(page, address);
    expect(answer?.status(), address).toBe(200);
    await page.getByRole("banner").getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe(
      "contain",
    );
  }
  // A logged-in manager is redirected from the login page.
  for (const address of ["/", "/pages/login/login"]) {
    await visit(page, address);
    await page.waitForURL((url) => url.pathname === "/pages/home/home");
  }
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[NAV-1] [NAV-3] [NAV-6] leads a visitor without a token from an unknown address to quick start, and from home, which shows no figures, to a login whose content is limited to a column of 480 px on a wide screen", async () => {
  const manager = await network.addManager([outletId]);
  const { page, consoleProblems, close } = await openOurPhone();
  const answer = await visit(page, "/pages/no/such/page");
  expect(answer?.status()).toBe(404);
  await page.getByText("The link may be old or mistyped.").waitFor();
  await page.getByRole("link", { name: "Back to home" }).click();
  await page.getByLabel("Device ID").waitFor();

  await visit(page, "/pages/home/home");
  await page.getByText("Log in to see your figures").waitFor();
  expect(await page.getByText("Income today").count()).toBe(0);
  expect(await page.getByRole("main").innerText()).not.toMatch(/\d/);
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Account").waitFor();
  const width = () =>
    page
      .getByRole("main")
      .evaluate((main) => Math.max(...[...main.children].map((part) => part.getBoundingClientRect().width)));
  expect(await width()).toBeLessThanOrEqual(360);
  const unit = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--rpx"),
  );
  expect(unit.trim()).not.toBe("");
  await page.setViewportSize({ width: 1200, height: 800 });
  // The browser applies media queries with the next frame.
  await expect.poll(width).toBeLessThanOrEqual(480);
  await page.setViewportSize({ width: 320, height: 560 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await logIn(page, manager);
  await page.getByRole("heading", { name: "Income today" }).waitFor();
  expect(consoleProblems.filter((text) => !text.includes("404 (Not Found)"))).toEqual([]);
  await close();
});

it("[I18N-1] [I18N-4] shows the chosen language even if its texts arrive after a navigation to another page", async () => {
  const { page, consoleProblems, close } = await openOurPhone({ language: "id_ID", cookies: false });
  const { promise: arrival, resolve: deliver } = Promise.withResolvers<void>();
  // The page is rendered in English; the texts of the chosen language are delayed until quick start is shown, or its
  // placeholder if the language was chosen first. The browser may request the files of both languages in either order,
  // so the test identifies the file by its content.
  await page.route(/\/customer-[\w-]{8}\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("Mulai cepat")) await arrival;
    await route.fulfill({ response });
  });
  await page.goto("/pages/index/index");
  await page.waitForURL("**/pages/quickStart/quickStart");
  const quickStart = page.getByRole("heading", { name: "Quick start" });
  await quickStart.or(page.getByRole("heading", { name: "Loading" })).waitFor();
  deliver();
  await page.getByRole("heading", { name: "Mulai cepat" }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
