import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

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

const rowsOf = (page: Page) => page.getByRole("list", { name: "Devices" }).getByRole("listitem");

it("[DEV-1] opens a sheet of a chair over the list, with links to its start, current order, orders, figures, and location", async () => {
  const outletId = await network.addOutlet({ name: "Greenbelt" });
  const chair = await network.addChair(outletId);
  const offline = await network.addDevice(outletId);
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, context, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, "/pages/deviceList/deviceList");
  await rowsOf(page).getByRole("link", { name: offline }).click();
  const stopped = page.getByRole("dialog", { name: offline });
  await stopped.getByText("Can be started when it is online.").waitFor();
  expect(await stopped.getByRole("button", { name: "Start chair" }).isDisabled()).toBe(true);
  // Back closes the sheet and returns to the list.
  await page.goBack();
  await stopped.waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("");

  await rowsOf(page).getByRole("link", { name: chair.deviceId }).click();
  const sheet = page.getByRole("dialog", { name: chair.deviceId });
  const hrefOf = async (name: string) => (await sheet.getByRole("link", { name }).getAttribute("href")) ?? "";
  expect(await hrefOf("Start chair")).toBe(`/pages/index/index?deviceId=${chair.deviceId}`);
  expect(await hrefOf("Orders")).toBe(`/pages/order/order?deviceId=${chair.deviceId}`);
  expect(await hrefOf("Figures this month")).toBe(
    `/pages/details/details?range=thisMonth&areaId=${outletId}&deviceId=${chair.deviceId}`,
  );
  expect(await hrefOf("Location")).toBe(`/pages/location/open?areaId=${outletId}`);

  const counter = await context.newPage();
  await visit(counter, `/pages/index/index?deviceId=${chair.deviceId}`);
  await counter.getByRole("button", { name: "Cash ₱5.00 received: start" }).click();
  await counter.getByRole("timer").waitFor();
  await sheet.getByText(/\d\d:\d\d left/).waitFor();
  await sheet.getByRole("link", { name: "Order in progress" }).click();
  await page.getByRole("heading", { name: "Order details" }).waitFor();
  await page.getByRole("link", { name: chair.deviceId }).click();
  await page.getByRole("heading", { level: 1, name: `Chair ${chair.deviceId}` }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
