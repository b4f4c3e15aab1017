import { type Language, languageCookie, languages } from "@reposo/contract/text/languages.ts";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityFaults } from "#browser/accessibility.ts";
import { openFullBrowser, openPhone, type PhoneOptions, storedValue } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { openCutLine } from "#stage/cut-line.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { recordIncome } from "#stage/record-income.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let line: Awaited<ReturnType<typeof openCutLine>>;
beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openFullBrowser();
  line = await openCutLine(server.url);
});
afterAll(async () => {
  await browser.close();
  await line.close();
  await network.close();
});
afterEach(() => line.restore());

const home = "/pages/home/home";

async function openManager(options: Partial<PhoneOptions> = {}) {
  const outletId = await network.addOutlet();
  // Two outlets, because details of an account with a single outlet start with the devices.
  const manager = await network.addManager([outletId, await network.addOutlet()]);
  const session = await signIn(server, manager);
  return { ...(await openPhone(browser, { origin: line.origin, session, ...options })), outletId };
}

/**
 * Sets the browser offline and cuts the TCP connection, because a restarted service worker loses the emulated offline
 * state.
 */
async function goOffline(context: BrowserContext): Promise<void> {
  line.cut();
  await context.setOffline(true);
}

async function goOnline(context: BrowserContext): Promise<void> {
  line.restore();
  await context.setOffline(false);
}

/** Clears the HTTP cache, so that offline content can only come from the service worker. */
async function clearHttpCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
}

/** Waits until the service worker handles navigations. */
const workerIsActive = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active === null) throw new Error("no active service worker");
    while (active.state !== "activated")
      await new Promise((resolve) => active.addEventListener("statechange", resolve, { once: true }));
  });

/** Waits until the service worker has cached the page's document and files. */
const pageIsStored = (page: Page, path: string) =>
  until(
    () => page.evaluate(async (url) => (await caches.match(url, { ignoreVary: true })) !== undefined, path),
    "the page to be stored",
  );

async function isCoinBooked(deviceId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ledger_entry
    WHERE device_id = ${deviceId} AND source = 'coin'`.execute(network.database);
  return rows.length > 0;
}

async function collectionsOf(deviceId: string): Promise<number> {
  const rows = await sql<{ counted_minor: number }>`
    SELECT counted_minor FROM cash_collection
    WHERE device_id = ${deviceId}`.rows(network.database);
  return rows.length;
}

const titles: Record<Language, string> = {
  en_US: "You're offline",
  zh_CN: "网络已断开",
  zh_TW: "網路已中斷",
  id_ID: "Anda sedang offline",
};

describe("[ALERT-4] the installable app", () => {
  it("is described by a manifest in the manager's language, with icons of the stated sizes, and not installed by the login page", async () => {
    const customer = await openPhone(browser, { origin: line.origin });
    await visit(customer.page, "/");
    const { page, context, consoleProblems, close } = await openManager();
    await context.addCookies([{ name: languageCookie, value: "zh_TW", url: line.origin }]);
    await visit(page, home);
    const manifest = await page.evaluate(async () => {
      const { href } = document.querySelector("link[rel=manifest]") as HTMLLinkElement;
      return (await (await fetch(href)).json()) as {
        name: string;
        start_url: string;
        lang: string;
        icons: { src: string; sizes: string; purpose?: string }[];
      };
    });
    expect(manifest).toMatchObject({ start_url: home, display: "standalone", lang: "zh-TW" });
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          icons.map(async ({ src }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      manifest.icons,
    );
    expect(sizes).toEqual(["192x192", "512x512", "512x512"]);
    expect(manifest.icons.map(({ sizes: stated }) => stated)).toEqual(sizes);
    expect(manifest.icons[2]?.purpose).toBe("maskable");

    await workerIsActive(page);
    // The manager's registration is complete by now, so a registration of the login page would be too.
    expect(
      await customer.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ).toBe(0);
    expect(consoleProblems).toEqual([]);
    await customer.close();
    await close();
  });

  it("shows an offline page without figures if the network fails, in every language, in dark mode, with large text, and at a width of 360 px, also if the document is in the HTTP cache, and the figures when it is restored", async () => {
    const { page, context, outletId, close } = await openManager({ dark: true, largeText: true });
    const { deviceId } = await network.addChair(outletId);
    await recordIncome(network.database, {
      outletId,
      deviceId,
      at: new Date(),
      payType: "online",
      amountMinor: 123_45,
    });
    await visit(page, home);
    await page.getByText("123.45").first().waitFor();
    await workerIsActive(page);
    await clearHttpCache(page);
    await goOffline(context);
    await page.reload();
    await page.getByRole("heading", { name: titles.en_US }).waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(/\d/);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { name: titles.en_US }).waitFor();
    for (const language of languages) {
      await page.evaluate((chosen) => localStorage.setItem("reposo.locale", chosen), language);
      await page.reload();
      await page.getByRole("heading", { name: titles[language] }).waitFor();
      expect(await page.title()).toBe(titles[language]);
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(await background()).toBe("rgb(16, 21, 20)");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    await page.evaluate(() => localStorage.removeItem("reposo.locale"));
    await page.goto("/pages/details/details");
    await page.getByRole("heading", { name: titles.en_US }).waitFor();
    await page.goto(home);
    await page.getByRole("heading", { name: titles.en_US }).waitFor();
    await goOnline(context);
    await page.getByText("123.45").first().waitFor();

    await page.evaluate((path) => fetch(path).then((response) => response.text()), home);
    await goOffline(context);
    await page.goto(home);
    const fromCache = page.getByText("Your account could not be loaded");
    await fromCache.or(page.getByRole("heading", { name: titles.en_US })).waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(/\d/);
    await goOnline(context);
    await page.getByText("123.45").first().waitFor();
    await close();
  });

  it("[CASH-4] [SES-4] opens the cash page offline without figures, later sends the collections recorded there, and stores no account for it after the logout", async () => {
    const { page, context, outletId, consoleProblems, close } = await openManager();
    const chair = await network.addChair(outletId);
    chair.insertCoin(123_45, "PHP");
    await until(() => isCoinBooked(chair.deviceId), "the coin to be booked", 30_000);
    const cash = "/pages/cash/cash";
    await visit(page, cash);
    await page.getByText("₱123.45").first().waitFor();
    await workerIsActive(page);
    await pageIsStored(page, cash);
    expect(consoleProblems).toEqual([]);
    await clearHttpCache(page);
    await goOffline(context);
    await page.reload();
    await page.getByRole("button", { name: "Record a collection" }).click();
    await page.getByLabel("Device ID").fill(chair.deviceId);
    await page.getByLabel(/Counted amount/).fill("50");
    await page.getByRole("button", { name: "Save collection" }).click();
    await page.getByRole("article", { name: chair.deviceId }).getByText("Waiting to be sent").waitFor();
    expect(await page.locator("main").innerText()).not.toContain("₱123");
    await page.goto(`${cash}?view=collections`);
    await page.getByRole("article", { name: chair.deviceId }).waitFor();
    await goOnline(context);
    await until(async () => (await collectionsOf(chair.deviceId)) === 1, "the collection to be recorded");

    expect(await storedValue(page, "offlineUser")).toContain("Maria Santos");
    await visit(page, "/pages/user/user");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.locator("dialog").getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect(await storedValue(page, "offlineUser")).toBeNull();
    await goOffline(context);
    await page.goto(cash).catch(() => undefined);
    await page
      .getByLabel("Account")
      .or(page.getByRole("heading", { name: titles.en_US }))
      .waitFor();
    expect(await page.getByText("Maria Santos").count()).toBe(0);
    await close();
  });

  it("[NET-3] shows customers an offline page, and the chair when the network is restored", async () => {
    const { deviceId } = await network.addChair(await network.addOutlet());
    const { page, context, consoleProblems, close } = await openPhone(browser, { origin: line.origin });
    await visit(page, chairAddress(deviceId));
    await workerIsActive(page);
    expect(consoleProblems).toEqual([]);
    await goOffline(context);
    for (const address of [chairAddress(deviceId), "/pages/quickStart/quickStart"]) {
      await page.goto(address);
      await page.getByRole("heading", { name: titles.en_US }).waitFor();
      await page.getByText("A massage that has started continues.").waitFor();
      expect(await page.getByText("Figures").count()).toBe(0);
    }
    await page.goto(chairAddress(deviceId));
    await goOnline(context);
    await page.getByText("Choose your massage").waitFor();
    await close();
  });
});
