import { disableAccount } from "@reposo/server/features/login/index.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { minShownMilliseconds, recordToasts, toastOf } from "#browser/toasts.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

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
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

/** Maximum milliseconds from the end of the session until every tab has left its page. */
const endsWithin = 5_000;
const loginPath = "/pages/login/login";
const atLogin = (url: URL) => url.pathname === loginPath;

/** Opens a browser with one tab for each kind of page that uses the manager's session; `page` is the first tab. */
async function openTabs(manager: ManagerAccount) {
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  const newTab = async () => {
    const page = await phone.context.newPage();
    page.setDefaultTimeout(15_000);
    return page;
  };
  const open = async (address: string, ready: (page: Page) => Promise<void>, tab?: Page) => {
    const page = tab ?? (await newTab());
    const toasts = await recordToasts(page);
    await visit(page, address);
    await ready(page);
    return { page, toasts };
  };
  const tabs = [
    await open("/pages/home/home", (page) => page.getByText("Live", { exact: true }).waitFor(), phone.page),
    await open("/pages/details/details", (page) => page.getByText("SM Megamall").first().waitFor()),
    await open("/pages/order/order", (page) => page.getByText("No orders yet").waitFor()),
    await open("/pages/user/user", (page) => page.getByText(manager.name).waitFor()),
    await open("/pages/quickStart/quickStart", (page) => page.getByLabel("Device ID").waitFor()),
    await open(chairAddress(deviceId), (page) =>
      page.getByRole("button", { name: "Cash ₱5.00 received: start" }).waitFor(),
    ),
  ];
  return { ...phone, tabs };
}

it("[SES-4] logs out in every tab within 5 s of a logout in one, and shows no data of the session in a page that Back restores", async () => {
  const manager = await network.addManager([outletId]);
  const { context, tabs, consoleProblems, close } = await openTabs(manager);
  const left = await context.newPage();
  await visit(left, "/pages/details/details");
  await left.getByText("SM Megamall").first().waitFor();
  await left.goto("about:blank");
  const page = await context.newPage();
  await visit(page, "/pages/user/user");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(atLogin);
  const endedAt = performance.now();
  for (const tab of tabs) await tab.page.waitForURL(atLogin);
  expect(performance.now() - endedAt).toBeLessThan(endsWithin);
  for (const tab of tabs) {
    await tab.page.getByLabel("Account").waitFor();
    // The other tabs show no message, because the manager logged out deliberately.
    expect(await tab.toasts()).toEqual([]);
  }
  expect(consoleProblems).toEqual([]);
  await left.goBack();
  await left.waitForURL(atLogin);
  expect(await left.getByText("SM Megamall").count()).toBe(0);
  await close();
});

const loggedInElsewhere = "Your account is logged in elsewhere, mind account security";

/** Logs in again by an API call: a copy of the account, because each account object logs in once. */
const signInElsewhere = (manager: ManagerAccount) => signIn(server, { ...manager });

const ends: [string, string, (manager: ManagerAccount) => Promise<void>][] = [
  [
    "[LOGIN-4] a login elsewhere",
    loggedInElsewhere,
    async (manager) => {
      await signInElsewhere(manager);
    },
  ],
  [
    "[SES-3] a disabled account",
    "This account has been disabled",
    async ({ account }) => {
      expect(await disableAccount(network.database, systemClock, account, "e2e")).toBe("disabled");
    },
  ],
  [
    "[SES-3] an expired token",
    "Please log in again",
    async ({ account }) => {
      await sql`
        UPDATE session SET expires_at = ${new Date()}
        WHERE account_id = (SELECT account_id FROM account WHERE login_name = ${account})`.execute(
        network.database,
      );
    },
  ],
];

it.each(ends)(
  "%s ends the session in every tab within 5 s and shows the reason once per tab",
  async (_, message, end) => {
    const manager = await network.addManager([outletId]);
    const { page, tabs, close } = await openTabs(manager);
    await end(manager);
    const endedAt = performance.now();
    for (const tab of tabs) await tab.page.waitForURL(atLogin);
    expect(performance.now() - endedAt).toBeLessThan(endsWithin);
    expect(await storedValue(page, "token")).toBeNull();
    for (const tab of tabs) {
      await tab.page.getByLabel("Account").waitFor();
      await toastOf(tab.page).waitFor({ state: "detached" });
      // The reason stays on the page, also after a reload.
      const reason = tab.page.getByRole("main").getByText(message);
      await reason.waitFor();
      await tab.page.reload();
      await reason.waitFor();
      const texts = (await tab.toasts()).map(({ text }) => text);
      expect(new Set(texts)).toEqual(new Set([message]));
    }
    // The chair's page belongs to another app, so its message is shown again in the document of the login page.
    const shown = (await tabs.at(-1)?.toasts())?.find(({ path }) => path === loginPath);
    expect(shown?.shownMilliseconds).toBeGreaterThan(minShownMilliseconds);
    // A later visit does not show it.
    await visit(page, "/pages/login/login");
    expect(await page.getByText(message).count()).toBe(0);
    await close();
  },
);
