import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletIds: string[];

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletIds = [await network.addOutlet(), await network.addOutlet()];
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

async function openManager() {
  const session = await signIn(server, await network.addManager(outletIds));
  return openPhone(browser, { origin: server.url, session });
}

/** Makes requests for a file of the build fail until the test calls the returned function. */
async function withhold(page: Page, name: string): Promise<() => Promise<void>> {
  const files = `**/assets/${name}-*.js*`;
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

/**
 * Simulates a browser that remembers the failure of a file until a reload: requests for the file's URL fail, but a
 * request with a different query string succeeds.
 */
const recordFailure = (page: Page, name: string): Promise<unknown> =>
  page.route(new RegExp(`/assets/${name}-[^?]*\\.js$`), (route) => route.abort());

function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

it("[NET-4] [I18N-1] [NAV-1] [NAV-5] offers to reload a page whose code cannot be loaded, keeps the tabs, also offline, and loads pages and languages even if the browser remembers that their files failed to load", async () => {
  const { page, context, close } = await openManager();
  await visit(page, "/pages/home/home");
  await page.getByText("Income today").first().waitFor();
  const release = await withhold(page, "details-screen");
  await context.setOffline(true);
  const tabs = page.getByRole("navigation").getByRole("link");
  await tabs.filter({ hasText: "Data details" }).click();
  const main = page.getByRole("main");
  await main.getByText("This page could not be loaded").waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/details/details");
  expect(await tabs.allInnerTexts()).toEqual(["Data overview", "Data details", "My account"]);
  await tabs.first().click();
  await page.waitForURL("**/pages/home/home");
  await page.getByText("Income today").first().waitFor();
  const title = page.locator("[data-page-title]");
  await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true);
  await context.setOffline(false);
  await tabs.filter({ hasText: "Data details" }).click();
  await main.getByText("This page could not be loaded").waitFor();
  await release();
  await main.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("button", { name: "All outlets" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/details/details");

  // In a new document, which has loaded neither file.
  const documents = countDocuments(page);
  await visit(page, "/pages/home/home");
  await recordFailure(page, "details-screen");
  await page.getByRole("navigation").getByRole("link", { name: "Details" }).click();
  await page.getByRole("button", { name: "All outlets" }).waitFor();

  await page.getByRole("navigation").getByRole("link", { name: "My account" }).click();
  const language = page.getByLabel("Language");
  await language.waitFor();
  await recordFailure(page, "manager(?!-app)");
  await language.selectOption("id_ID");
  await page.getByRole("main").getByText("Keluar", { exact: true }).waitFor();
  expect(documents()).toBe(1);
  await close();
});
