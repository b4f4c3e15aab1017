import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
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

const unavailable = "Device unavailable, please scan another device";

it("[ERR-1] shows the message of a refused chair after a reload, but not when its address is copied and opened again", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress("E0000000000"));
  await page.getByRole("alert").getByText("Unable to recognize device").waitFor();
  await page.reload();
  await page.getByRole("alert").getByText("Unable to recognize device").waitFor();
  const copied = new URL(page.url());
  await visit(page, "/pages/index/index");
  await visit(page, copied.pathname + copied.search);
  await page.getByRole("alert").getByText(unavailable).waitFor();
  expect(await page.getByText("Unable to recognize device").count()).toBe(0);
  expect(consoleProblems).toEqual([]);
  await close();
});
