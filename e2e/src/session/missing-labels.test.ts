import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit, withoutContent } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
  const deviceIds = [await network.addDevice(outletId)];
  await addPastOrders(network.database, { outletId, deviceIds, count: 4 });
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const labels = `**${dictionary.path}`;

async function openManager() {
  const session = await signIn(server, await network.addManager([outletId]));
  return openPhone(browser, { origin: server.url, session });
}

/** Makes further calls of an address fail with 503. @returns a function that returns the number of these calls */
async function refuseCalls(page: Page, address: string): Promise<() => number> {
  let calls = 0;
  await page.route(address, (route) => {
    calls += 1;
    return route.fulfill({ status: 503, json: { code: 503, message: "Busy", data: null } });
  });
  return () => calls;
}

it("[SES-2] shows values without labels if the dictionary fails to load, and the labels after a retry", async () => {
  const { page, close } = await openManager();
  await withoutContent(page);
  const calls = await refuseCalls(page, labels);
  await visit(page, "/pages/order/order");
  await page.getByRole("listitem").first().waitFor();
  await expect.poll(calls, { timeout: 30_000 }).toBeGreaterThan(1);
  expect(await page.getByText(/Completed/).count()).toBe(0);
  await page.unroute(labels);
  await page
    .getByText(/Completed/)
    .first()
    .waitFor();
  await close();
});

it("[SES-2] [I18N-1] keeps the current page if the labels of a new language fail to load", async () => {
  const { page, close } = await openManager();
  await visit(page, "/pages/user/user");
  const logOut = page.getByRole("main").getByRole("button");
  await logOut.getByText("Log out").waitFor();
  const calls = await refuseCalls(page, labels);
  await refuseCalls(page, `**${loginInfo.path}`);
  await page.getByLabel("Language").selectOption("id_ID");
  await logOut.getByText("Keluar", { exact: true }).waitFor();
  await expect.poll(calls, { timeout: 30_000 }).toBeGreaterThan(0);
  const answered = page.waitForResponse(labels);
  await page.unroute(labels);
  await answered;
  await logOut.getByText("Keluar", { exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Bahasa" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await close();
});
