import type { Page, Response } from "playwright-core";
import type { ManagerAccount } from "#stage/network.ts";

/**
 * Opens an address and waits until the page is interactive and in the browser's chosen language. Waiting is necessary
 * because a server-rendered page is visible before it is interactive.
 */
export async function visit(page: Page, address: string): Promise<Response | null> {
  await waitForClosedSheets(page);
  const response = await page.goto(address);
  await page.waitForFunction(
    () => {
      const root = document.querySelector("#app");
      if (root === null) return true;
      const chosen = window.localStorage.getItem("reposo.locale")?.replace("_", "-");
      const isAlive = Object.keys(root.firstElementChild ?? {}).some((key) => key.startsWith("__react"));
      return isAlive && (chosen === undefined || chosen === document.documentElement.lang);
    },
    null,
    // By default Playwright polls at every frame, which makes the browser render every frame.
    { polling: 50 },
  );
  return response;
}

/**
 * Waits until the browser has gone back over the history entries of closed sheets. The traversal is asynchronous, and
 * would replace an address that is opened before it ends.
 */
async function waitForClosedSheets(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const state = window.history.state as { readonly isSheet?: true } | null;
      return state?.isSheet !== true || document.querySelector("dialog[open]") !== null;
    },
    null,
    { polling: 50 },
  );
}

/** The buttons of a page's foot; the page's own class also contains the word. */
export const footButtons = "[class*=foot]:not([class*=footed]) button";

export const chairAddress = (deviceId: string): string => `/pages/index/index?deviceId=${deviceId}`;

/** Logs in by the login form; resolves when the next page is open. */
export async function logIn(page: Page, { account, password }: ManagerAccount): Promise<void> {
  await page.getByLabel("Account").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((url) => !["/", "/pages/login/login"].includes(url.pathname));
}

const figuresAreShown = (page: Page) => page.getByText("Income today").first().waitFor();

/** Opens home by the login form. A test of anything but the login is faster with `signIn` and `openHome`. */
export async function openHomeAs(page: Page, manager: ManagerAccount): Promise<void> {
  await visit(page, "/");
  await logIn(page, manager);
  await figuresAreShown(page);
}

/** Opens home in a browser that stores a manager's session. */
export async function openHome(page: Page): Promise<void> {
  await visit(page, "/pages/home/home");
  await figuresAreShown(page);
}

/** On a chair's page, enters the code of a coupon. The sheet then offers the prices for which the coupon is valid. */
export async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByRole("button", { name: "Use a coupon" }).click();
  await page.getByLabel("Coupon code").fill(code);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
}

/** On a chair's page, starts a massage with a coupon for the selected price. */
export async function startWithCoupon(page: Page, code: string): Promise<void> {
  const selected = await page.locator("main fieldset input:checked").first().getAttribute("value");
  await applyCoupon(page, code);
  await page.locator(`dialog input[value="${selected}"]`).check();
  await page.getByRole("button", { name: "Start", exact: true }).click();
}

export async function stopEarly(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stop early" }).click();
  await page.getByRole("button", { name: "Stop now" }).click();
}

export async function secondsShown(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await page.getByRole("timer").innerText()).split(":").map(Number);
  return minutes * 60 + seconds;
}

/** Makes the browser send no session with requests for documents, so that the app fetches the content of each page. */
export const withoutContent = (page: Page): Promise<void> =>
  page.context().clearCookies({ name: "reposo.session" });

/** Delays the requests to an address until the test calls the returned function. */
export async function delayRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Delays all scripts until the test calls the returned function, so that only server-rendered content is visible. */
export const delayScripts = (page: Page): Promise<() => void> => delayRequests(page, "**/assets/*.js");

/**
 * Forwards the next call of an address to the server and delays the response until the test calls the returned
 * function.
 */
export async function delayReply(
  page: Page,
  address: string,
): Promise<(() => Promise<void>) & { answered: Promise<void> }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: answered, resolve: resolveAnswered } = Promise.withResolvers<void>();
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch();
      resolveAnswered();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const forwardCalls = async () => {
    const arrived = page.waitForResponse(address);
    release();
    await arrived;
  };
  return Object.assign(forwardCalls, { answered });
}

/**
 * Forwards the calls of an address to the server and loses the responses, until the test removes the route.
 * @returns the number of calls that the server has answered
 */
export async function loseReplies(page: Page, address: string): Promise<() => number> {
  let answered = 0;
  await page.route(address, async (route) => {
    await route.fetch();
    answered += 1;
    // A reload, or the removal of the route, may have ended the call already.
    await route.abort().catch(() => undefined);
  });
  return () => answered;
}

/** Presses a button of the simulated payment page, once the browser shows it. */
export const decidePayment = (page: Page, action: "pay" | "refuse" | "leave") =>
  page.locator(`button[name=action][value=${action}]`).click();
