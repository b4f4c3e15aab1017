import { importAdverts } from "@reposo/server/features/adverts/index.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;
let deviceId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet({ name: "Glorietta <4>" });
  deviceId = (await network.addChair(outletId)).deviceId;
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const entryOf = { chair: "customer-app", home: "manager-app" } as const;

/** Files that a chair's page needs before it is interactive: entry, texts, the screen, and code that files share. */
const filesOfChairPage = [entryOf.chair, "customer", "chair-screen", "shared"];

/** Matches the script with this name and any hash, also if its import is retried. */
const scriptOf = (name: string) => new RegExp(`/assets/${name}-[\\w-]{8}\\.js(\\?|$)`);

const couponField = (page: Page) => page.getByLabel("Coupon code");
const useCoupon = (page: Page) => page.getByRole("button", { name: "Use a coupon" });

/** Counts the documents that a page has requested; a second document means that the page has reloaded. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

const reloadButton = (page: Page) => page.getByRole("button", { name: "Reload" });

describe("[NET-4] offers to reload a page whose code failed:", () => {
  it.each([...filesOfChairPage, entryOf.home])("%s, whenever it is requested", async (file) => {
    const { page, close } = await openPhone(browser, { origin: server.url });
    const documents = countDocuments(page);
    await page.route(scriptOf(file), (route) => (documents() === 1 ? route.abort() : route.continue()));
    if (file === entryOf.home) {
      await page.goto("/pages/home/home");
      await reloadButton(page).click();
      await page.getByText("Log in to see your figures").waitFor();
    } else {
      await page.goto(chairAddress(deviceId));
      // The server-rendered content is visible, but not interactive yet.
      await page.getByText("₱1,234.50").waitFor();
      await reloadButton(page).click();
      await page.waitForLoadState("load");
      await useCoupon(page).click();
      await couponField(page).waitFor();
    }
    expect(documents()).toBe(2);
    await close();
  });

  it("automatically when the browser is online again, if the customer has not touched the page", async () => {
    const { page, context, close } = await openPhone(browser, { origin: server.url });
    await page.route(scriptOf(entryOf.chair), (route) => route.abort(), { times: 1 });
    await page.goto(chairAddress(deviceId));
    await reloadButton(page).waitFor();
    await context.setOffline(true);
    await context.setOffline(false);
    await reloadButton(page).waitFor({ state: "detached" });
    await useCoupon(page).click();
    await couponField(page).waitFor();
    expect(await reloadButton(page).count()).toBe(0);
    await close();
  });
});

/** The moments at which the preload of a file fails, and whether the app then always starts. */
const failures = {
  "before the page imports it": { files: filesOfChairPage.slice(1), alwaysStarts: false },
  "while the page waits for it": { files: ["customer", "chair-screen"], alwaysStarts: true },
} as const;
const failedPreloads = (Object.keys(failures) as (keyof typeof failures)[]).flatMap((moment) =>
  failures[moment].files.map((file) => ({ file, moment, alwaysStarts: failures[moment].alwaysStarts })),
);

it.each(failedPreloads)(
  "[NET-4] starts, or offers a reload, if the preload of $file fails $moment",
  async ({ file, alwaysStarts }) => {
    const { page, close } = await openPhone(browser, { origin: server.url });
    if (alwaysStarts) {
      // The page has already imported the file when this event fires, so the import is waiting for the preload that
      // fails now.
      const imported = page.waitForEvent("domcontentloaded");
      await page.route(
        scriptOf(file),
        async (route) => {
          await imported;
          await route.abort();
        },
        { times: 1 },
      );
    } else {
      const preloadFailed = page.waitForEvent("requestfailed", (request) =>
        scriptOf(file).test(request.url()),
      );
      await page.route(scriptOf(entryOf.chair), async (route) => {
        await preloadFailed;
        await route.continue();
      });
      await page.route(scriptOf(file), (route) => route.abort(), { times: 1 });
    }
    await page.goto(chairAddress(deviceId), { waitUntil: alwaysStarts ? "domcontentloaded" : "load" });
    const reload = reloadButton(page);
    // The app removes the hidden button when it starts.
    const isDecided = async () =>
      (await reload.isVisible()) || (await page.locator("#start-failed").count()) === 0;
    await expect.poll(isDecided).toBe(true);
    // Some browsers fetch the file again when it is imported; in others the failure persists until the page is reloaded.
    if (!alwaysStarts && (await reload.isVisible())) await reload.click();
    await useCoupon(page).click();
    await couponField(page).waitFor();
    expect(await couponField(page).isEditable()).toBe(true);
    if (alwaysStarts) expect(await reload.count()).toBe(0);
    await close();
  },
);

it("[START-2] [CNT-1] [LOGIN-1] [I18N-1] renders the chair's number, outlet, and prices, the countdown's frame, and the login form before any script runs, in the language chosen on an earlier visit", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto(chairAddress(deviceId));
  const text = await page.getByRole("main").innerText();
  expect(text).toContain(deviceId);
  expect(text).toContain("Glorietta <4>");
  for (const shown of ["1 min", "Trial · Intensity 1", "₱5.00", "10 min", "20 min", "₱1,234.50"]) {
    expect(text).toContain(shown);
  }
  expect(await page.title()).toContain(deviceId);
  await page.goto("/pages/deviceOrder/order?orderId=0199f0a0-0000-7000-8000-000000000000");
  await page.getByText("--:--").waitFor();
  await page.goto("/");
  expect(await page.getByLabel("Account").isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Log in" }).isVisible()).toBe(true);
  await context.close();

  const outletWithAdvert = await network.addOutlet();
  const chair = await network.addChair(outletWithAdvert);
  const texts = {
    en_US: "Ten minutes for your shoulders",
    zh_CN: "给肩膀十分钟",
    zh_TW: "給肩膀十分鐘",
    id_ID: "Sepuluh menit untuk bahu Anda",
  };
  const advert = {
    advertId: outletWithAdvert,
    outletIds: [outletWithAdvert],
    linkUrl: "https://example.com/",
  };
  await transact(network.database, (uow) => importAdverts(uow, [{ ...texts, ...advert }], new Date()));
  const phone = await openPhone(browser, { origin: server.url });
  await phone.page.goto(chairAddress(chair.deviceId));
  await phone.page.getByRole("combobox").selectOption("zh_CN");
  await phone.page.getByText(texts.zh_CN).waitFor();
  await phone.context.route("**/*.js", (route) => route.abort());
  await phone.page.goto(chairAddress(chair.deviceId));
  await phone.page.getByText(texts.zh_CN).waitFor();
  expect(await phone.page.locator("html").getAttribute("lang")).toBe("zh-CN");
  await phone.close();
});
