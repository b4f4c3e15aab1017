import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { chairAddress, delayRequests, delayScripts } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";

const server = inject("server");
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

const home = "/pages/home/home";

/** Opens a phone of a manager who has visited home once, where ₱75.00 of today were shown. */
async function openSecondVisit() {
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  const manager = await network.addManager([outletId]);
  const recordIncomes = async () => {
    const at = new Date(Math.min(manilaMidnight(new Date()).getTime() + 1_000, Date.now()));
    await recordIncome(network.database, { outletId, deviceId, payType: "coin", amountMinor: 75_00, at });
  };
  await recordIncomes();
  const phone = await openPhone(browser, {
    origin: server.url,
    session: await signIn(server, manager),
  });
  await phone.page.goto(home);
  await phone.page.locator("#app").getByText("₱75.00").first().waitFor();
  await expect.poll(() => storedValue(phone.page, "homeFigures")).not.toBeNull();
  return { ...phone, manager, outletId, recordIncomes };
}

const shown = (page: Page, amount: string) => page.locator("[data-currency]").getByText(amount).first();
const refreshing = (page: Page) => page.getByRole("status").getByText("Refreshing…");

const delayLaunch = (page: Page) => delayRequests(page, "**/login/launch*");

it("[PERF-3] [HOME-3] shows the figures of the last visit, marked with their time, until the current ones arrive", async () => {
  const { page, recordIncomes, consoleProblems, close } = await openSecondVisit();
  const asOf = page.locator("[data-as-of]");
  const before = await asOf.getAttribute("data-as-of");
  // No earlier response contains the income that is recorded now.
  await page.goto("about:blank");
  await recordIncomes();
  const forwardCalls = await delayLaunch(page);
  await page.goto(home);
  await refreshing(page).waitFor();
  expect(await shown(page, "₱75.00").isVisible()).toBe(true);
  expect(await asOf.getAttribute("data-as-of")).toBe(before);
  expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  forwardCalls();
  await shown(page, "₱150.00").waitFor();
  await refreshing(page).waitFor({ state: "detached" });
  expect(await asOf.getAttribute("data-as-of")).not.toBe(before);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[PERF-3] shows the figures of the last visit before any script has loaded, marked until the current ones arrive", async () => {
  const { page, recordIncomes, consoleProblems, close } = await openSecondVisit();
  await page.goto("about:blank");
  await recordIncomes();
  const releaseScripts = await delayScripts(page);
  const forwardCalls = await delayLaunch(page);
  await page.goto(home, { waitUntil: "commit" });
  const early = page.locator("#page-outline");
  await early.getByText("₱75.00").first().waitFor();
  expect(await early.getByRole("status").getByText("Refreshing…").isVisible()).toBe(true);
  forwardCalls();
  await early.getByText("₱150.00").first().waitFor();
  expect(await early.getByText("Refreshing…").isVisible()).toBe(false);
  releaseScripts();
  await page.locator("#app").getByText("₱150.00").first().waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[SES-4] removes the figures of the last visit as soon as the server refuses the session", async () => {
  const { page, manager, close } = await openSecondVisit();
  await expect.poll(() => storedValue(page, "homeMarkup")).not.toBeNull();
  await page.goto("about:blank");
  // A second login ends the session of this phone.
  await signIn(server, { ...manager });
  await page.route("**/assets/*.js", () => {});
  await page.goto(home, { waitUntil: "commit" });
  await expect.poll(() => storedValue(page, "homeMarkup")).toBeNull();
  expect(await page.locator("[data-currency]").count()).toBe(0);
  await close();
});

it("[PERF-3] [DAY-1] shows no stored figures of another day, session, or time zone", async () => {
  const { page, close } = await openSecondVisit();
  const cached = JSON.parse((await storedValue(page, "homeFigures")) ?? "{}") as {
    caller: string;
    figures: { asOf: string };
  };
  await expect.poll(() => storedValue(page, "homeMarkup")).not.toBeNull();
  const markup = JSON.parse((await storedValue(page, "homeMarkup")) ?? "{}") as { by: string };
  const [token, language, offset, ...day] = markup.by.split(" ");
  const yesterday = new Date(manilaMidnight(new Date()).getTime() - 1_000).toISOString();
  const others = [
    [
      { ...cached, figures: { ...cached.figures, asOf: yesterday } },
      [token, language, offset, "Thu Nov 19 2026"].join(" "),
    ],
    [
      { ...cached, caller: `other-se ${cached.caller.split(" ")[1]}` },
      ["other-se", language, offset, ...day].join(" "),
    ],
    [{ ...cached, caller: `${cached.caller.split(" ")[0]} 60` }, [token, language, "60", ...day].join(" ")],
  ] as const;
  for (const [figures, by] of others) {
    await page.evaluate(
      ([text, early]) => {
        window.localStorage.setItem("reposo.homeFigures", text);
        window.localStorage.setItem("reposo.homeMarkup", early);
      },
      [JSON.stringify(figures), JSON.stringify({ ...markup, by })] as const,
    );
    const forwardCalls = await delayLaunch(page);
    await page.goto(home);
    await page.getByRole("status", { name: "Loading" }).waitFor();
    expect(await page.locator("[data-currency]").count()).toBe(0);
    forwardCalls();
    await shown(page, "₱75.00").waitFor();
    await page.unroute("**/login/launch*");
  }
  await close();
});

it("[SES-4] removes the stored figures when the session ends, on any page", async () => {
  const { page, close } = await openSecondVisit();
  expect(await storedValue(page, "homeFigures")).not.toBeNull();
  await page.getByRole("link", { name: "My account" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/pages/login/login");
  expect(await storedValue(page, "homeFigures")).toBeNull();
  expect(await storedValue(page, "homeMarkup")).toBeNull();
  await close();

  // A second login ends the session; this browser detects the end on a page of the customer app.
  const second = await openSecondVisit();
  // A copy of the account object, because `signIn` caches a session per object and this test needs a new one.
  await signIn(server, { ...second.manager });
  const { deviceId } = await network.addChair(second.outletId);
  await second.page.goto(chairAddress(deviceId));
  await second.page.waitForURL(({ pathname }) => pathname === "/pages/login/login");
  expect(await storedValue(second.page, "homeFigures")).toBeNull();
  expect(await storedValue(second.page, "homeMarkup")).toBeNull();
  await second.close();
});
