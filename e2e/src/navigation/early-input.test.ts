import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, delayScripts } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletIds: string[];
let deviceId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletIds = [await network.addOutlet(), await network.addOutlet()];
  ({ deviceId } = await network.addChair(outletIds[0] ?? ""));
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

interface EarlyOptions {
  readonly asManager?: boolean;
  /** False if the browser blocks cookies, so that the document is rendered without a session. */
  readonly cookies?: boolean;
}

/** Opens a page whose scripts are delayed, and waits for the markup that the server renders. */
async function openEarly(address: string, { asManager = false, cookies = true }: EarlyOptions = {}) {
  const session = asManager ? await signIn(server, await network.addManager(outletIds)) : undefined;
  const phone = await openPhone(browser, { origin: server.url, cookies, ...(session && { session }) });
  const { page } = phone;
  const releaseScripts = await delayScripts(page);
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("main > *").first().waitFor();
  return { ...phone, releaseScripts };
}

/** Waits until the app has taken over what happened on the server's markup. */
const isRunning = (page: Page) =>
  page.waitForFunction(() => (window as { readonly earlyTap?: unknown }).earlyTap === null);

it("[EARLY-1] [START-3] before the app runs, a tap on the button pays the price that was chosen, which the button names, but not if another price is chosen afterwards", async () => {
  const { page, releaseScripts, consoleProblems, close } = await openEarly(chairAddress(deviceId));
  await page.getByRole("button", { name: "Pay ₱5.00" }).tap();
  await page.getByRole("radio", { name: /20 min/ }).check();
  releaseScripts();
  await isRunning(page);
  expect(await page.getByRole("radio", { name: /20 min/ }).isChecked()).toBe(true);
  expect(await page.getByRole("button", { name: "Pay ₱1,234.50" }).count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe("/pages/index/index");

  const releaseAgain = await delayScripts(page);
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("radio", { name: /10 min/ }).check();
  await page.getByRole("button", { name: "Pay ₱50.00" }).tap();
  releaseAgain();
  await page.waitForURL("**/pay/simulated/**");
  await page.getByText("₱50.00").first().waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[EARLY-1] [START-3] a manager's tap on a customer's payment button takes no cash", async () => {
  const { page, releaseScripts, close } = await openEarly(chairAddress(deviceId), {
    asManager: true,
    cookies: false,
  });
  await page.getByRole("radio", { name: /10 min/ }).check();
  await page.getByRole("button", { name: "Pay ₱50.00" }).tap();
  releaseScripts();
  await page.getByRole("button", { name: /cash.*₱50.00|₱50.00.*cash/i }).waitFor();
  await isRunning(page);
  expect(new URL(page.url()).pathname).toBe("/pages/index/index");
  await close();
});

/** Records submissions of forms by the browser. */
function watchPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.method() === "POST") posts.push(request.url());
  });
  return posts;
}

it("[EARLY-1] [LOGIN-1] never sends a password by a form, even if no script runs", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  const posts = watchPosts(page);
  await page.goto("/");
  await page.getByLabel("Password", { exact: true }).fill("secret");
  await page.keyboard.press("Enter");
  // The absence of a request can only be observed by waiting.
  await page.waitForTimeout(500);
  expect(posts).toEqual([]);
  expect(page.url()).toBe(`${server.url}/`);
  await context.close();
});

/** Waits for the button and checks that it is inside the window without scrolling. */
async function reloadButton(page: Page): Promise<Locator> {
  const reload = page.getByRole("button", { name: "Reload" });
  await reload.waitFor();
  const { bottom, windowHeight } = await reload.evaluate((button) => ({
    bottom: button.getBoundingClientRect().bottom,
    windowHeight: window.innerHeight,
  }));
  expect(bottom).toBeLessThan(windowHeight);
  return reload;
}

it("[EARLY-1] [NET-4] a chair's page whose script does not arrive within a minute, or is blocked, offers to reload, and keeps the price that was chosen", async () => {
  const { page, close } = await openPhone(browser, { origin: server.url });
  await page.clock.install();
  const releaseScripts = await delayScripts(page);
  await page.goto(chairAddress(deviceId), { waitUntil: "commit" });
  await page.getByText("₱1,234.50").waitFor();
  await page.clock.fastForward(60_000);
  const reload = await reloadButton(page);
  releaseScripts();
  await reload.waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Pay ₱5.00" }).count()).toBe(1);

  await page.route("**/assets/customer-app-*.js", (route) => route.abort());
  await page.goto(chairAddress(deviceId));
  await page.getByRole("alert").getByText("This page could not be loaded").waitFor();
  await page.getByRole("radio", { name: /20 min/ }).check();
  await page.unroute("**/assets/customer-app-*.js");
  await (await reloadButton(page)).tap();
  await reload.waitFor({ state: "detached" });
  expect(await page.getByRole("radio", { name: /20 min/ }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Pay ₱1,234.50" }).tap();
  await page.waitForURL("**/pay/simulated/**");
  await close();
});

it("[EARLY-1] [NET-4] [LOGIN-1] a login whose script is blocked offers to reload and keeps the account, but not the password; what was submitted before the script runs logs in", async () => {
  const { account, password } = await network.addManager(outletIds);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await page.clock.install();
  await page.route("**/assets/manager-app-*.js", (route) => route.abort());
  await page.goto("/");
  const reload = await reloadButton(page);
  await page.getByLabel("Account").fill("ana");
  await page.getByLabel("Password", { exact: true }).fill("secret");
  // The page does not reload by itself, and a reload that fails again keeps the text.
  await page.clock.runFor(10_000);
  expect(await page.getByLabel("Account").inputValue()).toBe("ana");
  await reload.tap();
  await page.waitForLoadState("load");
  await reload.waitFor();
  expect(await page.getByLabel("Account").inputValue()).toBe("ana");
  await page.unroute("**/assets/manager-app-*.js");
  await reload.tap();
  await reload.waitFor({ state: "detached" });
  expect(await page.getByLabel("Account").inputValue()).toBe("ana");
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  expect(await page.evaluate(() => window.sessionStorage.getItem("reposo.earlyInput"))).toBeNull();

  const posts = watchPosts(page);
  consoleProblems.length = 0;
  const releaseScripts = await delayScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Account").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  releaseScripts();
  await page.waitForURL("**/pages/home/home");
  expect(posts).toEqual([]);
  expect(consoleProblems).toEqual([]);
  await close();
});
