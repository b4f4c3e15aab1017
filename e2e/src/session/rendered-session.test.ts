import { productVersion } from "@reposo/contract/product-version.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  openBrowser,
  openBrowserWithBackCache,
  openPhone,
  sessionCookieOf,
  storedValue,
} from "#browser/phone.ts";
import { delayScripts, openHomeAs, visit } from "#browser/steps.ts";
import { shiftOf, watchCalls, watchShifts } from "#browser/watch-page.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
const home = "/pages/home/home";
let network: Network;
let browser: Browser;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await network.close();
});

/** Adds a manager whose outlet has taken an amount today, by which the tests recognise the manager's figures. */
async function addManager(amountMinor: number) {
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  const manager = await network.addManager([outletId]);
  const at = () => new Date(Math.min(manilaMidnight(new Date()).getTime() + 1_000, Date.now()));
  const record = (amount: number) =>
    recordIncome(network.database, { outletId, deviceId, payType: "coin", amountMinor: amount, at: at() });
  await record(amountMinor);
  return { manager, record };
}

const openAs = async (manager: ManagerAccount, options = {}) =>
  openPhone(browser, { origin: server.url, session: await signIn(server, manager), ...options });

const amount = (page: Page, text: string) => page.locator("#app [data-currency]").getByText(text).first();

describe("[PERF-1] [SES-2] home", () => {
  it.each(languages)(
    "arrives with its figures in %s, which the app takes over without another call or a shift",
    async (language) => {
      const { manager } = await addManager(1_234_567_50);
      const { page, consoleProblems, close } = await openAs(manager, { language });
      // The server does not know which first steps this browser has dismissed, so the document does not contain them.
      await page.addInitScript(`localStorage.setItem("reposo.firstSteps.${manager.accountId}", "done")`);
      await watchShifts(page);
      const calls = watchCalls(page);
      const release = await delayScripts(page);
      await page.goto(home, { waitUntil: "commit" });
      await page.locator("#app [data-currency]").waitFor();
      const textOf = () => page.locator("#app").innerText();
      const [early, title] = [await textOf(), await page.title()];
      await page.evaluate(() => {
        (document.querySelector("#app main") as HTMLElement).dataset.rendered = "by the server";
      });
      expect(calls).toEqual([]);
      release();
      await page.locator("[class*=live]").first().waitFor();
      // The app keeps the elements of the document.
      expect(await page.locator("main").getAttribute("data-rendered")).toBe("by the server");
      const live = await page.locator("[class*=live]").first().innerText();
      const lines = (text: string) => text.split(/\s*\n\s*/).filter((line) => line !== live);
      expect(lines(await textOf())).toEqual(lines(early));
      expect(await page.title()).toBe(title);
      expect(calls.filter((call) => /cache-value|info|Statistics|Comparison/.test(call))).toEqual([]);
      expect(await shiftOf(page)).toBeLessThan(0.1);
      expect(consoleProblems).toEqual([]);
      await close();
    },
  );

  it("[DAY-1] [SES-1] opens as completely if the browser blocks cookies, and counts days in the account's zone if that is chosen", async () => {
    const { manager } = await addManager(75_00);
    const { page, consoleProblems, close } = await openAs(manager);
    await visit(page, "/pages/user/user");
    await page.getByRole("radio", { name: "Your outlets" }).check();
    await page.goto(home);
    await page.locator("[data-zone=account]").waitFor();
    expect(consoleProblems).toEqual([]);
    await close();

    const withoutCookies = await openAs(manager, { cookies: false });
    await withoutCookies.page.goto(home);
    await amount(withoutCookies.page, "₱75.00").waitFor();
    await withoutCookies.page.getByText("Live", { exact: true }).waitFor();
    expect(withoutCookies.consoleProblems).toEqual([]);
    await withoutCookies.close();
  });

  it("[HOME-3] follows events that happen between the document and the opening of the stream", async () => {
    const { manager, record } = await addManager(75_00);
    const { page, close } = await openAs(manager);
    const calls = watchCalls(page);
    const release = await delayScripts(page);
    await page.goto(home, { waitUntil: "commit" });
    await amount(page, "₱75.00").waitFor();
    await record(25_00);
    release();
    await amount(page, "₱100.00").waitFor();
    expect(calls.filter((call) => call === "appStatistics")).toHaveLength(1);
    await close();
  });

  it("[LOGIN-1] [SES-1] [SES-4] [USER-1] arrives with its figures after a login, and without anything of the session after the logout, which also ends it on the server", async () => {
    const { manager } = await addManager(75_00);
    const { page, context, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    await openHomeAs(page, manager);
    const release = await delayScripts(page);
    await page.reload({ waitUntil: "commit" });
    await amount(page, "₱75.00").waitFor();
    release();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });

    expect(await storedValue(page, "kind")).toBe("manager");
    const token = (await storedValue(page, "token")) ?? "";

    await page.getByRole("link", { name: "My account" }).click();
    for (const text of [manager.name, "+63 917 555 0100", `Version ${productVersion}`])
      await page.getByText(text).first().waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/pages/login/login");
    expect(await sessionCookieOf(context)).toBeUndefined();
    expect([await storedValue(page, "token"), await storedValue(page, "kind")]).toEqual([null, null]);
    const reply = await fetch(`${server.url}/api${loginInfo.path}`, { headers: { "access-token": token } });
    expect(await reply.json()).toMatchObject({ code: 401 });
    expect(consoleProblems).toEqual([]);
    await visit(page, home);
    await page.getByText("Log in").first().waitFor();
    expect(await page.content()).not.toContain("₱75.00");
    await close();
  });
});

/** Makes the browser send the cookie of another session than the stored one, as after a logout without a connection. */
async function replaceCookie(context: BrowserContext, manager: ManagerAccount): Promise<void> {
  const { token } = await signIn(server, manager);
  await context.addCookies([
    { name: "reposo.session", value: token, url: server.url, httpOnly: true, sameSite: "Lax" },
  ]);
}

describe("[SES-4] a document of another session", () => {
  it("[NAV-3] is never visible, is replaced by the page of the stored session or the login, and its cookie is deleted", async () => {
    const [one, other] = [await addManager(75_00), await addManager(25_00)];
    const { page, context, consoleProblems, close } = await openAs(one.manager);
    await replaceCookie(context, other.manager);
    const release = await delayScripts(page);
    await page.goto(home, { waitUntil: "commit" });
    await page.locator("#app [data-currency]").waitFor({ state: "attached" });
    expect(await amount(page, "₱25.00").isVisible()).toBe(false);
    release();
    await amount(page, "₱75.00").waitFor();
    expect(await page.content()).not.toContain("₱25.00");
    // Without the cookie, the next document contains nothing of the other session.
    await expect.poll(() => sessionCookieOf(context)).toBeUndefined();

    await page.unrouteAll({ behavior: "ignoreErrors" });
    await replaceCookie(context, other.manager);
    await page.addInitScript(() => window.localStorage.removeItem("reposo.token"));
    await page.goto(home);
    await page.getByText("Log in").first().waitFor();
    expect(await page.content()).not.toContain("₱25.00");
    await expect.poll(() => sessionCookieOf(context)).toBeUndefined();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[LOGIN-4] is not shown again by Back after another manager has logged in", async () => {
    const backBrowser = await openBrowserWithBackCache();
    const [one, other] = [await addManager(75_00), await addManager(25_00)];
    const session = await signIn(server, one.manager);
    const { page, context, close } = await openPhone(backBrowser, { origin: server.url, session });
    await page.goto(home);
    await amount(page, "₱75.00").waitFor();
    await page.goto("/icon.svg");
    const tab = await context.newPage();
    await visit(tab, "/pages/err/err");
    const { token } = await signIn(server, other.manager);
    await tab.evaluate((value) => window.localStorage.setItem("reposo.token", value), token);
    await replaceCookie(context, other.manager);
    await page.goBack();
    await amount(page, "₱25.00").waitFor();
    expect(await page.content()).not.toContain("₱75.00");
    await close();
    await backBrowser.close();
  });
});
