import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayRequests, openHome, visit, withoutStream } from "#browser/steps.ts";
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
const calls = "**/device/list*";

it("[DEV-1] finds a chair by its ID or its outlet, and filters by its state", async () => {
  const here = await network.addOutlet({ name: "Trinoma" });
  const there = await network.addOutlet({ name: "Cubao" });
  const online = await network.addChair(here);
  const faulty = await network.addChair(there);
  faulty.setFaultCode("E07");
  const offline = await network.addDevice(there);
  const manager = await network.addManager([here, there]);
  const session = await signIn(server, manager);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, "/pages/deviceList/deviceList");
  await page.getByText("Devices: 3").waitFor();
  const search = page.getByLabel("Device ID or outlet");
  await search.fill(offline.slice(2).toLowerCase());
  await page.getByText("Devices: 1").waitFor();
  expect(await page.getByText(online.deviceId).count()).toBe(0);
  await search.fill("trino");
  await page.getByText(online.deviceId).waitFor();
  await page.getByText(offline).waitFor({ state: "detached" });
  await search.fill("nothing like it");
  await page.getByText("No results").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("Devices: 3").waitFor();

  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("radio", { name: "Needs attention" }).check();
  await sheet.getByRole("button", { name: "Devices: 2" }).click();
  await rowsOf(page).getByText("Fault E07").waitFor();
  await rowsOf(page).getByText(offline).waitFor();
  expect(new URL(page.url()).search).toBe("?condition=abnormal");
  await page.getByRole("button", { name: "Remove filter: Needs attention" }).click();
  await page.getByText("Devices: 3").waitFor();
  await visit(page, `/pages/deviceList/deviceList?online=offline&areaId=${there}&use=idle`);
  await page.getByText("Devices: 1").waitFor();
  await page.getByRole("button", { name: "Remove filter: Cubao" }).waitFor();
  await page.reload();
  await rowsOf(page).getByText(offline).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[DEV-1] adds and removes the rows of a filtered list when the state of a chair changes", async () => {
  const outletId = await network.addOutlet({ name: "Ayala" });
  const steady = await network.addChair(outletId);
  const flaky = await network.addChair(outletId);
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, "/pages/deviceList/deviceList?online=offline");
  await page.getByText("No results").waitFor();
  flaky.setFaults({ offline: true });
  await rowsOf(page).getByText(flaky.deviceId).waitFor();
  await page.getByText("Devices: 1").waitFor();
  expect(await page.getByText(steady.deviceId).count()).toBe(0);
  flaky.setFaults({ offline: false });
  await page.getByText("No results").waitFor();

  await visit(page, "/pages/deviceList/deviceList?online=online");
  await page.getByText("Devices: 2").waitFor();
  flaky.setFaults({ offline: true });
  await rowsOf(page).getByText(flaky.deviceId).waitFor({ state: "detached" });
  await page.getByText("Devices: 1").waitFor();

  // Without a filter, the list updates a row without moving it.
  await visit(page, "/pages/deviceList/deviceList");
  const row = rowsOf(page).filter({ hasText: flaky.deviceId });
  await row.getByText("Offline").waitFor();
  flaky.setFaults({ offline: false });
  await row.getByText("Online").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[DEV-1] applies a chair's event that arrives while the list is loading", async () => {
  const outletId = await network.addOutlet({ name: "Katipunan" });
  const chair = await network.addChair(outletId);
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  const row = rowsOf(page).filter({ hasText: chair.deviceId });
  let answered = (): void => undefined;
  const eventReceived = new Promise<void>((resolve) => {
    answered = resolve;
  });
  let readings = 0;
  await page.route(calls, async (route) => {
    const old = await route.fetch();
    readings += 1;
    if (readings === 2) await eventReceived;
    await route.fulfill({ response: old });
  });
  // The first stream cannot resume, so the page refetches the list; the second stream resumes after that response.
  let streams = 0;
  await page.route(
    ({ pathname }) => pathname.endsWith(liveEventsPath),
    (route) => {
      streams += 1;
      if (streams > 1) return route.continue();
      return route.fulfill({ contentType: "text/event-stream", body: "event: reset\ndata: {}\n\n" });
    },
  );
  await visit(page, "/pages/deviceList/deviceList");
  await row.getByText("Online").waitFor();
  await expect.poll(() => readings).toBe(2);
  chair.setFaults({ offline: true });
  await row.getByText("Offline").waitFor();
  const pending = page.waitForResponse(calls);
  answered();
  await pending;
  await page.waitForTimeout(500);
  expect(await row.getByText("Offline").count()).toBe(1);
  expect(consoleProblems).toEqual([]);
  await close();
});

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

it("[DEV-1] [NET-3] shows the loading, failed, empty, and stale states of the list", async () => {
  const outletId = await network.addOutlet({ name: "Glorietta" });
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, close } = await openPhone(browser, { origin: server.url, session });
  const release = await delayRequests(page, calls);
  await visit(page, "/pages/deviceList/deviceList");
  await page.getByRole("status", { name: "Loading" }).waitFor();
  release();
  await page.getByText("No devices yet").waitFor();
  await page.unroute(calls);

  const deviceId = await network.addDevice(outletId);
  await withoutStream(page);
  const broken = { status: 500, json: { code: 500, message: "broken", data: null } };
  await page.route(calls, (route) => route.fulfill(broken));
  await visit(page, "/pages/deviceList/deviceList?use=idle");
  await page.getByRole("alert").getByText("The devices could not be loaded").waitFor();
  await page.unroute(calls);
  await page.route(
    calls,
    async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as { data: { total: number } };
      reply.data.total = 1_234;
      await route.fulfill({ response, json: reply });
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await rowsOf(page).getByText(deviceId).waitFor();
  expect(await page.getByText(/Devices: \S/).innerText()).toBe("Devices: 1,234");

  // If a refetch fails, the rows stay visible with their age.
  await page.goto("/pages/err/err?errType=device");
  await page.route(calls, (route) => route.fulfill(broken));
  await page.goBack();
  await page.getByText("The list could not be refreshed.").waitFor();
  expect(await rowsOf(page).getByText(deviceId).count()).toBe(1);
  await page.unroute(calls);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("The list could not be refreshed.").waitFor({ state: "detached" });
  await close();
});

it("[DEV-1] [NAV-4] searches for the typed text after a chair that was opened during the debounce is closed", async () => {
  const here = await network.addOutlet({ name: "Eastwood" });
  const there = await network.addOutlet({ name: "Rockwell" });
  const deviceId = await network.addDevice(here);
  const other = await network.addDevice(there);
  const manager = await network.addManager([here, there]);
  const session = await signIn(server, manager);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await page.clock.install();
  await openHome(page);
  await withoutStream(page);
  await visit(page, "/pages/deviceList/deviceList");
  await page.getByText("Devices: 2").waitFor();
  // Pause the page's clock, so that the debounce of the search does not end before the chair is open, even on a slow
  // machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.getByLabel("Device ID or outlet").fill("eastw");
  await rowsOf(page).getByRole("link", { name: deviceId }).click();
  const sheet = page.getByRole("dialog", { name: deviceId });
  await sheet.getByText("Eastwood").waitFor();
  const addressed = () => Object.fromEntries(new URL(page.url()).searchParams);
  expect(addressed()).toEqual({ deviceId });
  await page.clock.runFor(5_000);
  await sheet.getByText("Can be started when it is online.").waitFor();
  expect(addressed()).toEqual({ deviceId });
  await page.clock.resume();
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.waitForURL((url) => url.searchParams.has("keyword"));
  await rowsOf(page).getByText(other).waitFor({ state: "detached" });
  await page.getByText("Devices: 1").waitFor();
  expect(addressed()).toEqual({ keyword: "eastw" });
  expect(await page.getByLabel("Device ID or outlet").inputValue()).toBe("eastw");
  await page.goBack();
  await page.getByText("Income today").first().waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[DEV-1] [NET-3] shows the failed load of a chair over a failed list, and both after a retry", async () => {
  const outletId = await network.addOutlet({ name: "Alabang" });
  const deviceId = await network.addDevice(outletId);
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const { page, close } = await openPhone(browser, { origin: server.url, session });
  await withoutStream(page);
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: "broken", data: null } }),
  );
  await visit(page, `/pages/deviceList/deviceList?deviceId=${deviceId}`);
  const sheet = page.getByRole("dialog", { name: deviceId });
  await sheet.getByText("The devices could not be loaded").waitFor();
  expect(await sheet.getByRole("status", { name: "Loading" }).count()).toBe(0);
  await page.unroute(calls);
  await sheet.getByRole("button", { name: "Try again" }).click();
  await sheet.getByText("Alabang").waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await rowsOf(page).getByText(deviceId).waitFor();
  expect(new URL(page.url()).search).toBe("");
  await close();
});
