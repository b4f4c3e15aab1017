import { productVersion } from "@reposo/contract/product-version.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import {
  chairAddress,
  delayReply,
  logIn,
  openHome,
  openHomeAs,
  visit,
  withoutLaunch,
} from "#browser/steps.ts";
import { recordToasts, watchToasts } from "#browser/toasts.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

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

const openOurPhone = () => openPhone(browser, { origin: server.url });

/** Opens home in a browser in which the manager has already logged in. */
async function openHomeIn(manager: ManagerAccount) {
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  await openHome(phone.page);
  return { ...phone, token: session.token };
}

const loginPath = "/pages/login/login";
const atLogin = (url: URL) => url.pathname === loginPath;

it("[LOGIN-4] [SES-3] ends the first session after a second login, shows the reason once, and leaves the page after a second", async () => {
  const manager = await network.addManager([outletId]);
  const first = await openOurPhone();
  await openHomeAs(first.page, manager);
  const toasts = await watchToasts(first.page);

  // Measure inside the page, because polling from the test is late on a busy machine.
  const shownFor = first.page.evaluate(
    (login) =>
      new Promise<number>((resolve) => {
        let shownAt = Number.POSITIVE_INFINITY;
        new MutationObserver(() => {
          if (
            shownAt === Number.POSITIVE_INFINITY &&
            document.body.textContent.includes("logged in elsewhere")
          )
            shownAt = performance.now();
        }).observe(document.body, { childList: true, subtree: true });
        setInterval(() => {
          if (location.pathname === login) resolve(performance.now() - shownAt);
        }, 10);
      }),
    loginPath,
  );
  const left = first.page.waitForURL(atLogin, { timeout: 30_000 });
  const second = await openOurPhone();
  await openHomeAs(second.page, manager);
  await left;
  expect(await shownFor).toBeGreaterThan(900);
  expect(await storedValue(first.page, "token")).toBeNull();
  expect(await toasts()).toEqual(["Your account is logged in elsewhere, mind account security"]);

  // The second session continues, and Back does not restore the figures in the first browser.
  await second.page.getByRole("button", { name: "Refresh" }).click();
  await second.page.getByText("Live", { exact: true }).waitFor();
  await first.page.goBack().catch(() => null);
  expect(await first.page.getByText("Income today").count()).toBe(0);
  expect([...first.consoleProblems, ...second.consoleProblems]).toEqual([]);
  await first.close();
  await second.close();
});

it("[SES-1] [SES-2] keeps the token after a reload and loads dictionary, then user, then figures", async () => {
  const manager = await network.addManager([outletId]);
  const { page, consoleProblems, close } = await openHomeIn(manager);
  expect(await storedValue(page, "kind")).toBe("manager");
  await withoutLaunch(page);
  const requested: string[] = [];
  page.on("request", (request) => {
    // The document before the reload may still send requests.
    if (request.isNavigationRequest()) requested.length = 0;
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) requested.push(pathname.split("/").slice(-1)[0] ?? "");
  });
  await page.reload();
  // "Live" is shown only with current figures, not with those of the last visit.
  await page.getByText("Live", { exact: true }).waitFor();
  expect(requested.slice(0, 3)).toEqual(["launch", "cache-value", "info"]);
  await expect.poll(() => requested).toContain("appStatistics");
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[SES-2] loads dictionary, then user, then the chair's status when a manager opens a chair's page", async () => {
  const own = await network.addOutlet();
  const manager = await network.addManager([own]);
  const { deviceId } = await network.addChair(own);
  const session = await signIn(server, manager);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/web/")) requested.push(pathname.split("/").at(-1) ?? "");
  });
  // Each call waits for the response to the previous one.
  const release = await delayReply(page, "**/dict/cache-value");
  await page.goto(chairAddress(deviceId));
  await release.answered;
  expect(requested).toEqual(["cache-value"]);
  const status = page.waitForResponse("**/device-status");
  await release();
  await status;
  expect(requested).toEqual(["cache-value", "info", "device-status"]);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[SES-3] shows on a chair's page that the login has expired after the manager's account was removed", async () => {
  const own = await network.addOutlet();
  const manager = await network.addManager([own]);
  const { deviceId } = await network.addChair(own);
  const session = await signIn(server, manager);
  const { page, close } = await openPhone(browser, { origin: server.url, session });
  const toasts = await recordToasts(page);
  await sql`UPDATE account SET deleted_at = ${new Date()} WHERE login_name = ${manager.account}`.execute(
    network.owner,
  );
  await page.goto(chairAddress(deviceId));
  await page.getByText("Your login has expired, please log in again").waitFor();
  await page.waitForURL(atLogin);
  expect(await storedValue(page, "token")).toBeNull();
  // The login page continues to show the toast.
  const texts = new Set((await toasts()).map(({ text }) => text));
  expect(texts).toEqual(new Set(["Your login has expired, please log in again"]));
  await close();
});

it("[SES-4] [USER-1] removes the session from the phone and the server at a logout", async () => {
  const manager = await network.addManager([outletId]);
  const { page, token, consoleProblems, close } = await openHomeIn(manager);
  await page.getByRole("link", { name: "My account" }).click();
  await page.getByText(manager.name).waitFor();
  await page.getByText("+63 917 555 0100").waitFor();
  await page.getByText(`Version ${productVersion}`).waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(atLogin);
  expect([await storedValue(page, "token"), await storedValue(page, "kind")]).toEqual([null, null]);
  const answer = await fetch(`${server.url}/api/web/api/v1/login/info`, {
    headers: { "Access-Token": token },
  });
  expect(await answer.json()).toMatchObject({ code: 401 });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[SES-3] shows that the login has expired after the account was removed, long enough to read before leaving the page", async () => {
  const manager = await network.addManager([outletId]);
  const { page, close } = await openHomeIn(manager);
  await sql`UPDATE account SET deleted_at = ${new Date()} WHERE login_name = ${manager.account}`.execute(
    network.owner,
  );
  await page.reload();
  await page.getByText("Your login has expired, please log in again").waitFor();
  await page.waitForURL(atLogin);
  expect(await storedValue(page, "token")).toBeNull();
  await close();
});

it("[NAV-2] requires a login, then opens the requested page and leaves no login page in the history", async () => {
  const manager = await network.addManager([outletId]);
  const { page, consoleProblems, close } = await openOurPhone();
  await visit(page, "/pages/err/err");
  await visit(page, "/pages/deviceList/deviceList?use=idle");
  await page.getByText("Please log in first").waitFor();
  await page.waitForURL(atLogin);
  await page.goBack();
  await page.getByText("Something went wrong").waitFor();
  await page.goForward();
  await page.waitForURL(atLogin);

  await logIn(page, manager);
  await page.getByText("Devices: 0").waitFor();
  expect(page.url()).toBe(`${server.url}/pages/deviceList/deviceList?use=idle`);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[NAV-2] never redirects to another origin after the login", async () => {
  for (const next of [
    "https://example.com/pages/home/home",
    "//example.com/pages/home/home",
    "/\\example.com",
  ]) {
    const manager = await network.addManager([outletId]);
    const { page, consoleProblems, close } = await openOurPhone();
    await visit(page, `${loginPath}?next=${encodeURIComponent(next)}`);
    await logIn(page, manager);
    expect(page.url()).toBe(`${server.url}/pages/home/home`);
    expect(consoleProblems).toEqual([]);
    await close();
  }
});

it("[LOGIN-2] [LOGIN-3] shows the reason for each kind of failed login", async () => {
  const manager = await network.addManager([outletId]);
  const operator = await network.addOperator();
  const { page, consoleProblems, close } = await openOurPhone();
  const refusedWith = async (who: ManagerAccount, text: string) => {
    await visit(page, "/");
    await page.getByLabel("Account").fill(who.account);
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText(text).waitFor();
  };
  await refusedWith(
    { ...manager, password: "not-it-at-all" },
    "User name does not exist or password is wrong",
  );
  await refusedWith({ ...manager, account: "nobody.here" }, "User name does not exist or password is wrong");
  // Passwords of this length cannot be encrypted.
  await refusedWith({ ...manager, password: "x".repeat(129) }, "This password is too long");
  await refusedWith(operator, "This account cannot be logged in here, enter the outlet manager's account");
  expect(consoleProblems).toEqual([]);
  await close();
});
