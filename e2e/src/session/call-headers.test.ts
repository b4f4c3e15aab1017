import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { callsOf, callsWithout, nameOf } from "#browser/api-calls.ts";
import { openBrowser, openBrowserIn, openPhone, storedValue } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

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

const storedToken = (page: Page) => storedValue(page, "token").then((token) => token ?? "");

it("[NET-1] [WHO-2] sends the time-zone offset with the calls of a browser without a token", async () => {
  const elsewhere = await openBrowserIn("America/St_Johns");
  onTestFinished(() => elsewhere.close());
  const phone = await openPhone(elsewhere, { origin: server.url });
  const calls = callsOf(phone);
  await visit(phone.page, "/");
  await phone.page.getByLabel("Account").fill("nobody");
  await phone.page.getByLabel("Password", { exact: true }).fill("nothing");
  await phone.page.getByRole("button", { name: "Log in" }).click();
  await phone.page.getByRole("alert").first().waitFor();
  await visit(phone.page, "/pages/index/index");
  await phone.page.getByLabel("Device ID").waitFor();
  expect(calls.map(nameOf)).toEqual(
    expect.arrayContaining([
      "GET /api/web/api/v1/login/public-key",
      "POST /api/web/api/v1/login/login",
      "POST /api/web/api/v1/login/guest",
    ]),
  );
  expect(await callsWithout(calls, { "timezone-offset": "-210", "time-zone": "America/St_Johns" })).toEqual(
    [],
  );
  await phone.close();
});

it("[NET-1] [NET-3] sends token and time-zone offset while it waits for an unreachable server", async () => {
  const chair = await network.addChair(await network.addOutlet());
  const phone = await openPhone(browser, { origin: server.url });
  const { page } = phone;
  await visit(page, chairAddress(chair.deviceId));
  await expect.poll(() => storedToken(page)).not.toBe("");
  const token = await storedToken(page);
  const calls = callsOf(phone);
  const probe = page.waitForRequest("**/api/health/live");
  await page.route("**/api/web/**", (route) => route.abort());
  await visit(page, chairAddress(chair.deviceId));
  await probe;
  expect(calls.length).toBeGreaterThan(0);
  expect(
    await callsWithout(calls, {
      "access-token": token,
      "timezone-offset": "480",
      "time-zone": "Asia/Manila",
    }),
  ).toEqual([]);
  await phone.close();
});
