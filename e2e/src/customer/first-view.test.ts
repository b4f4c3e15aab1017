import { createHash } from "node:crypto";
import { languages } from "@reposo/contract/text/languages.ts";
import { qrCodePng } from "@reposo/server/cli/commands/device-qr-command.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, delayReply, visit } from "#browser/steps.ts";
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

// Some browsers fetch the file again when it is imported; in others the failure persists until the page is reloaded.
it.each(filesOfChairPage.slice(1))(
  "[NET-4] starts, or offers a reload, after the preload of %s failed",
  async (file) => {
    const { page, close } = await openPhone(browser, { origin: server.url });
    const preloadFailed = page.waitForEvent("requestfailed", (request) => scriptOf(file).test(request.url()));
    await page.route(scriptOf(entryOf.chair), async (route) => {
      await preloadFailed;
      await route.continue();
    });
    await page.route(scriptOf(file), (route) => route.abort(), { times: 1 });
    await page.goto(chairAddress(deviceId));
    const reload = reloadButton(page);
    // The app removes the hidden button when it starts.
    const isDecided = async () =>
      (await reload.isVisible()) || (await page.locator("#start-failed").count()) === 0;
    await expect.poll(isDecided).toBe(true);
    if (await reload.isVisible()) await reload.click();
    await useCoupon(page).click();
    await couponField(page).waitFor();
    expect(await couponField(page).isEditable()).toBe(true);
    await close();
  },
);

it.each(["customer", "chair-screen"])(
  "[NET-4] starts even if the preload of %s fails while the page waits for it",
  async (file) => {
    const { page, close } = await openPhone(browser, { origin: server.url });
    const imported = page.waitForEvent("domcontentloaded");
    await page.route(
      scriptOf(file),
      async (route) => {
        // The page has already imported the file when this event fires, so the import is waiting for the preload that
        // fails now.
        await imported;
        await route.abort();
      },
      { times: 1 },
    );
    await page.goto(chairAddress(deviceId), { waitUntil: "domcontentloaded" });
    await useCoupon(page).click();
    await couponField(page).waitFor();
    expect(await reloadButton(page).count()).toBe(0);
    await close();
  },
);

it("[START-2] [CNT-1] [LOGIN-1] renders the chair's number, outlet, and prices, the countdown's frame, and the login form before any script runs", async () => {
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
});

it("[START-2] sends every page without secrets, and with a policy that allows only the page's own inline script", async () => {
  for (const address of [
    chairAddress(deviceId),
    "/",
    "/pages/err/err?errMsg=</script><script>alert(1)</script>",
  ]) {
    const response = await fetch(server.url + address);
    const policy = response.headers.get("content-security-policy") ?? "";
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    expect(scripts).toContain("'self'");
    expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*|https?:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const html = await response.text();
    expect(html).not.toContain("alert(1)</script>");
    // The browser runs the script that stores early taps, because the policy contains its hash.
    const inline = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map((match) => match[1] ?? "");
    expect(inline).toHaveLength(1);
    expect(scripts).toContain(
      `'sha256-${createHash("sha256")
        .update(inline[0] ?? "")
        .digest("base64")}'`,
    );
    expect(html.match(/<script(?!>|[^>]*(src=|application\/json))/g)).toBeNull();
    expect(html).not.toMatch(/credential(?!s:"omit")|secret|password_hash/i);
  }
});

describe("[START-2] [I18N-1] hydrates without a warning or a violated policy:", () => {
  it.each(languages)("%s", async (language) => {
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, language });
    for (const address of [
      chairAddress(deviceId),
      "/pages/deviceOrder/order?orderId=0199f0a0-0000-7000-8000-000000000000",
      "/",
    ]) {
      await visit(page, `${address}${address.includes("?") ? "&" : "?"}lang=${language}`);
      await page.waitForFunction((tag) => document.documentElement.lang === tag, language.replace("_", "-"));
      await page.getByRole("button").or(page.getByRole("link")).first().waitFor();
      await page.waitForLoadState("networkidle");
    }
    expect(consoleProblems).toEqual([]);
    await close();
  });
});

it("[QS-1] [QS-2] reads a code from a picked photo with the decoder from our own origin", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  await visit(page, "/pages/index/index");
  await page.getByLabel("Device ID").waitFor();
  const pick = page.locator("input[type=file]");
  const photo = (buffer: Buffer) => ({ name: "photo.png", mimeType: "image/png", buffer });
  await pick.setInputFiles(photo(await qrCodePng(`https://elsewhere.example${chairAddress(deviceId)}`)));
  await page.getByRole("alert").getByText("Unable to recognize device").waitFor();
  // The toast disappears; the message next to the photo field remains.
  await expect.poll(() => page.getByText("Unable to recognize device").count(), { timeout: 30_000 }).toBe(1);
  expect(await page.getByRole("alert").innerText()).toBe("Unable to recognize device");
  expect(new URL(page.url()).pathname).toBe("/pages/quickStart/quickStart");
  await pick.setInputFiles(photo(await qrCodePng(server.url + chairAddress(deviceId))));
  await page.getByText("Choose your massage").waitFor();
  origins.delete("null");
  expect([...origins]).toEqual([server.url]);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[QS-1] ignores a photo's code if the customer has opened another page in the meantime", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, "/pages/index/index");
  await page.getByLabel("Device ID").waitFor();
  const decoder = "**/*.wasm";
  const release = await delayReply(page, decoder);
  const buffer = await qrCodePng(server.url + chairAddress(deviceId));
  const photo = { name: "photo.png", mimeType: "image/png", buffer };
  await Promise.all([page.waitForRequest(decoder), page.locator("input[type=file]").setInputFiles(photo)]);
  const other = await network.addChair(outletId);
  await page.getByLabel("Device ID").fill(other.deviceId);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(`Chair ${other.deviceId}`).waitFor();
  // Wait longer than a double tap, because the page ignores navigation within a double tap anyway.
  await page.waitForTimeout(600);
  await release();
  // Wait longer than the decoder takes, because the absence of a navigation can only be observed by waiting.
  await page.waitForTimeout(1_500);
  expect(new URL(page.url()).search).toBe(`?deviceId=${other.deviceId}`);
  expect(consoleProblems).toEqual([]);
  await close();
});
