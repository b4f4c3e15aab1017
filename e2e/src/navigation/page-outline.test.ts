import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayScripts } from "#browser/steps.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let browser: Browser;
let network: Network;
let manager: ManagerAccount;

beforeAll(async () => {
  browser = await openBrowser();
  network = await openNetwork(server);
  const outletId = await network.addOutlet();
  await network.addDevice(outletId);
  manager = await network.addManager([outletId]);
});
afterAll(async () => {
  await network.close();
  await browser.close();
});

interface Shifting {
  shifted: number;
}
const watchShifts = (): void => {
  (window as unknown as Shifting).shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      (window as unknown as Shifting).shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
};

const outline = (page: Page) => page.locator("#page-outline");
const pages = {
  "/pages/details/details": "main table, main [role=table], main h2",
  "/pages/dataChart/dataChart": "main [role=radio], main fieldset",
};

describe("[NET-4] reserves the layout of a manager's page from the first byte on:", () => {
  it.each(Object.entries(pages))("%s", async (address, content) => {
    const { page, consoleProblems, close } = await openPhone(browser, {
      origin: server.url,
      language: "id_ID",
      session: await signIn(server, manager),
      cookies: false,
    });
    await page.addInitScript(watchShifts);
    const release = await delayScripts(page);
    await page.goto(address, { waitUntil: "commit" });
    await outline(page).locator("[role=status]").waitFor();
    const [bar, tabs] = await outline(page).evaluate((element) => {
      const positions = [...element.querySelectorAll("[aria-hidden] > div")].map(
        (part) => part.getBoundingClientRect().toJSON() as DOMRect,
      );
      return [positions.at(0), positions.at(-1)];
    });
    expect(bar).toMatchObject({ top: 0, width: 360 });
    expect(tabs).toMatchObject({ bottom: 740, width: 360 });
    // The outline contains no text, because the server does not know the browser's language.
    expect(await outline(page).innerText()).toBe("");
    // The document preloads the screen's code together with the entry.
    expect(await page.locator("link[rel=modulepreload][href*='-screen-']").count()).toBe(1);

    release();
    await page.locator("#app").locator(content).first().waitFor();
    expect(await outline(page).count()).toBe(0);
    const nav = page.getByRole("navigation");
    const before = await nav
      .locator("ul")
      .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    expect(before).toMatchObject({ top: tabs?.top, bottom: 740, width: 360 });
    expect(await page.evaluate(() => (window as unknown as Shifting).shifted)).toBeLessThan(0.1);
    expect(consoleProblems).toEqual([]);
    await close();
  });
});

it("[USER-1] [NET-4] uses the chosen dark or light appearance from the first frame", async () => {
  for (const [theme, ground] of [
    ["dark", "rgb(16, 21, 20)"],
    ["light", "rgb(246, 244, 239)"],
  ] as const) {
    const { page, consoleProblems, close } = await openPhone(browser, {
      origin: server.url,
      dark: theme === "light",
      session: await signIn(server, manager),
    });
    await page.addInitScript((chosen) => window.localStorage.setItem("reposo.theme", chosen), theme);
    const release = await delayScripts(page);
    for (const address of ["/pages/home/home", "/"]) {
      await page.goto(address, { waitUntil: "commit" });
      await page.locator("#page-outline main, [name=account], #app [data-currency]").first().waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
    }
    release();
    expect(consoleProblems).toEqual([]);
    await close();
  }
});

it("[NET-4] [NAV-2] [SES-3] replaces the outline by the login, also if the session of the stored token has ended, or by a message if the page's code fails to load", async () => {
  const visitor = await openPhone(browser, { origin: server.url });
  await visitor.page.goto("/pages/details/details");
  await visitor.page.locator("[name=account]").waitFor();
  expect(await outline(visitor.page).count()).toBe(0);
  await visitor.close();

  const ended = await openPhone(browser, {
    origin: server.url,
    session: { ...(await signIn(server, manager)), token: "00000000-0000-4000-8000-000000000000" },
  });
  await ended.page.goto("/pages/home/home");
  await ended.page.locator("[name=account]").waitFor();
  expect(await ended.page.locator("[data-currency]").count()).toBe(0);
  await ended.close();

  const { page, close } = await openPhone(browser, {
    origin: server.url,
    session: await signIn(server, manager),
    cookies: false,
  });
  await page.route("**/assets/details-screen-*.js*", (route) => route.abort());
  await page.goto("/pages/details/details");
  await page.locator("main").getByText("This page could not be loaded").waitFor();
  expect(await outline(page).count()).toBe(0);
  await page.unroute("**/assets/details-screen-*.js*");
  await close();
});
