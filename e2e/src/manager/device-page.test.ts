import type { Permission } from "@reposo/contract/permissions.ts";
import { changeService } from "@reposo/contract/devices/devices.ts";
import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { busyResponse } from "#browser/api-calls.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

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

async function openManager(permissions?: readonly Permission[], openingHours: OpeningHours | null = null) {
  const outletId = await network.addOutlet({ name: "SM Megamall", openingHours });
  const chair = await network.addChair(outletId);
  const manager = await network.addManager([outletId], permissions && { permissions });
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  return { ...phone, outletId, chair, address: `/pages/device/device?deviceId=${chair.deviceId}` };
}

it("[CHAIR-1] [HOME-3] updates coins, income, coins on hold, faults, and signal of a chair live", async () => {
  const { page, chair, consoleProblems, close } = await openManager();
  await visit(page, "/pages/deviceList/deviceList");
  await page.getByRole("listitem").getByText(chair.deviceId).click();
  await page.getByRole("link", { name: "Chair details" }).click();
  await page.getByRole("heading", { level: 1, name: `Chair ${chair.deviceId}` }).waitFor();
  await page.getByText("No orders or faults yet").waitFor();
  await page.getByText("Idle").waitFor();

  chair.insertCoin(10_000, "PHP");
  await page.getByText(/In use · 0?9:\d\d left|In use · 10:00 left/).waitFor();
  const timeline = page.getByRole("list", { name: "Timeline" });
  await timeline.getByText("Coins", { exact: true }).waitFor();
  await timeline.getByText("Running").waitFor();
  await page.getByRole("link", { name: "₱100.00" }).first().waitFor();
  expect(await page.getByRole("link", { name: "₱100.00" }).first().getAttribute("href")).toContain(
    `deviceId=${chair.deviceId}`,
  );

  chair.insertCoin(500, "MYR");
  const onHold = page.getByRole("list", { name: "Coins on hold" });
  await onHold.getByText("Currency is not the outlet's").waitFor();
  await onHold.getByText(/RM\s?5\.00/).waitFor();

  const setSignal = async (dbm: number) => {
    chair.setSignal(dbm);
    await until(async () => {
      const stored = await sql`
        SELECT FROM device WHERE device_id = ${chair.deviceId} AND signal_dbm = ${dbm}`.rows(
        network.database,
      );
      return stored.length > 0;
    }, "the signal to be stored");
  };
  // The server sends no live event for a change of the signal alone, so the fault below refreshes the page.
  await setSignal(-61);
  chair.setFaultCode("E07");
  await timeline.getByText("Fault E07", { exact: true }).waitFor();
  await expect.poll(() => page.getByRole("main").innerText()).toMatch(/\nFault\nE07\n/);

  await page.getByText("Good (−61 dBm)", { exact: true }).waitFor();
  await page.getByText("Signal", { exact: true }).waitFor();
  await setSignal(-95);
  chair.setFaults({ offline: true });
  await page.getByText("Last signal", { exact: true }).waitFor();
  await page.getByText("Weak (−95 dBm)", { exact: true }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHAIR-1] [CASH-4] pages through the timeline, and opens an order and an old collection from it", async () => {
  const { page, chair, outletId, address, consoleProblems, close } = await openManager();
  await addPastOrders(network.database, { outletId, deviceIds: [chair.deviceId], count: 45 });
  // The cash page shows the current month by default, which does not contain this collection.
  const collectedAt = new Date(Date.now() - 40 * 86_400_000);
  await sql`
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, collected_at, collected_by, recorded_at, recorded_by)
    SELECT gen_random_uuid(), 'collection', ${chair.deviceId}, ${outletId}, 'PHP', 1230, 1230, 1230, ${collectedAt},
      account_id, ${collectedAt}, account_id
    FROM account LIMIT 1`.execute(network.database);
  await visit(page, address);
  const rows = page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(20);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => rows.count()).toBe(40);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => rows.count()).toBe(46);
  expect(await page.getByRole("button", { name: "Load more" }).count()).toBe(0);
  const days = page.getByRole("list", { name: "Minutes run" }).getByRole("listitem");
  expect(await days.count()).toBe(14);
  const today = await days.first().getByRole("link").getAttribute("href");
  expect(today).toMatch(/^\/pages\/order\/order\?/);
  const { searchParams } = new URL(today ?? "", server.url);
  expect(searchParams.get("deviceId")).toBe(chair.deviceId);
  expect(searchParams.get("startDate")).toBe(searchParams.get("endDate"));
  // The chair did not run on the last day of the list, so the day has no link.
  expect(await days.last().getByRole("link").count()).toBe(0);
  expect(await days.first().innerText()).toMatch(/[1-9]\d* min/);
  const byHour = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Utilization by hour" }) });
  expect(await byHour.getByText("Busiest").innerText()).toMatch(
    /^Busiest: [A-Z][a-z]{2} \d\d:00–\d\d:00, [1-9]\d*%$/,
  );
  expect(await byHour.locator("rect").count()).toBe(168);
  await rows.first().click();
  await page.getByRole("heading", { level: 1, name: "Order details" }).waitFor();

  await page.goBack();
  await rows.filter({ hasText: "Cash collected" }).click();
  const collections = page.getByRole("list", { name: "Collections" }).getByRole("listitem");
  await expect.poll(() => collections.allInnerTexts()).toEqual([expect.stringContaining(chair.deviceId)]);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHAIR-1] [NAV-2] shows closed hours, hides rows from a manager without permission, and explains that a chair was not found", async () => {
  // The outlet is closed on Tuesdays; the last 14 days contain two.
  const openingHours = Array.from({ length: 7 }, (_, day) =>
    day === 1 ? [] : [{ opens: 10 * 60, closes: 22 * 60 }],
  );
  const { page, address, close } = await openManager(["home"], openingHours);
  await visit(page, address);
  const days = page.getByRole("list", { name: "Utilization" }).getByRole("listitem");
  const closedDays = days.filter({ hasText: "Closed" });
  await expect.poll(() => closedDays.count()).toBe(2);
  for (const day of await closedDays.allInnerTexts()) expect(day).toContain("Tue");
  const byHour = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Utilization by hour" }) });
  await byHour.locator("p").getByText("Closed", { exact: true }).waitFor();
  const marks = byHour.locator("[class*=cells] [class*=closed]");
  expect(await marks.count()).toBe(168 - 6 * 12);
  // A screen reader reads the same as a table.
  expect(await byHour.getByRole("cell", { name: "Closed" }).count()).toBe(168 - 6 * 12);
  expect(await page.getByText("Timeline").count()).toBe(0);
  expect(await page.getByRole("link", { name: /₱/ }).count()).toBe(0);
  await visit(page, "/pages/device/device?deviceId=NOSUCH1");
  await page.getByText("Unable to recognize device").waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.getByRole("link", { name: "Devices" }).click();
  await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
  const foreign = await network.addDevice(await network.addOutlet());
  await visit(page, `/pages/device/device?deviceId=${foreign}`);
  await page.getByText(/cannot scan the device at this branch/).waitFor();
  await visit(page, "/pages/device/device");
  await page.getByText("Device not found").waitFor();
  await close();
});

it("[CHAIR-2] takes a chair out of service with a reason that a customer sees, and returns it", async () => {
  const { page, chair, address, consoleProblems, close } = await openManager();
  const customer = await openPhone(browser, { origin: server.url });
  await visit(customer.page, chairAddress(chair.deviceId));
  await customer.page.getByRole("radio").first().waitFor();

  await visit(page, address);
  await page.getByRole("button", { name: "Take out of service" }).click();
  const sheet = page.getByRole("dialog", { name: "Take out of service" });
  await sheet.getByRole("button", { name: "Take out of service" }).click();
  await sheet.getByText("Please enter a reason").waitFor();
  await sheet.getByLabel("Reason for customers").fill("The left armrest is loose");
  await sheet.getByRole("button", { name: "Take out of service" }).click();
  await page.getByText("Out of service: The left armrest is loose").waitFor();
  await sheet.waitFor({ state: "detached" });
  await page.getByText("Can be started once it is back in service.").waitFor();

  // The reason appears on the customer's open page, and on a page that is opened now.
  await customer.page.getByText("The left armrest is loose").waitFor();
  expect(await customer.page.getByRole("radio").count()).toBe(0);
  await visit(customer.page, chairAddress(chair.deviceId));
  await customer.page.getByText("The left armrest is loose").waitFor();
  expect(await customer.page.getByRole("radio").count()).toBe(0);

  await page.getByRole("button", { name: "Return to service" }).click();
  await page.getByRole("button", { name: "Take out of service" }).waitFor();
  await visit(customer.page, chairAddress(chair.deviceId));
  await customer.page.getByRole("radio").first().waitFor();
  expect([...consoleProblems, ...customer.consoleProblems]).toEqual([]);
  await customer.close();
  await close();
});

it("[CHAIR-2] stops the running massage after the chair has confirmed the stop", async () => {
  const { page, chair, address, consoleProblems, close } = await openManager();
  await visit(page, address);
  await page.getByText("Idle").waitFor();
  expect(await page.getByRole("button", { name: "Stop massage" }).count()).toBe(0);
  chair.insertCoin(10_000, "PHP");
  await page.getByRole("button", { name: "Stop massage" }).click();
  await page.getByRole("dialog").getByRole("button").filter({ hasText: /stop/i }).first().click();
  await expect.poll(() => chair.state().running, { timeout: 20_000 }).toBeNull();
  await page.getByText("Idle").waitFor();
  await page.getByRole("button", { name: /Stop massage|Cancel order/ }).waitFor({ state: "detached" });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHAIR-2] makes a chair blink, and shows whether the chair confirmed it or did not respond", async () => {
  const { page, chair, address, consoleProblems, close } = await openManager();
  await visit(page, address);
  await page.getByRole("button", { name: "Identify (blink)" }).click();
  await page.getByText("The chair is blinking").waitFor();
  expect(chair.state().identified).toBe(1);

  chair.setFaults({ noReply: true });
  await page.getByRole("button", { name: "Identify (blink)" }).click();
  // Set the command's deadline to now, so that the test does not wait 15 s for it.
  await until(async () => {
    const shortened = await sql`
      UPDATE chair_command SET not_after = now()
      WHERE device_id = ${chair.deviceId} AND type = 'identify' AND outcome IS NULL
      RETURNING command_id`.rows(network.owner);
    return shortened.length > 0;
  }, "the command to be stored");
  await page.getByText("No response from the chair").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHAIR-2] runs the chair for a test of one minute after a question, which can be stopped and does not count as utilisation", async () => {
  const { page, chair, address, consoleProblems, close } = await openManager();
  await visit(page, address);
  const test = page.getByRole("button", { name: "Run a 1-minute test" });
  await test.click();
  const question = page.getByRole("dialog", { name: "Start a test run?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(chair.state().running).toBeNull();
  await test.click();
  await question.getByRole("button", { name: "Start test run" }).click();
  const started = page.getByText("The chair is running for 1 minute, free of charge");
  await started.waitFor();
  await page.getByText("Test runs (not included): 1").waitFor();
  expect(chair.state().running).toMatchObject({ totalSeconds: 60 });
  // The page of another manager, or after a reload, also offers the stop.
  await visit(page, address);
  await page.getByRole("button", { name: "Stop test run" }).click();
  await started.waitFor({ state: "detached" });
  expect(chair.state().running).toBeNull();
  await page.getByText("Idle").waitFor();
  await expect.poll(() => test.isEnabled()).toBe(true);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHAIR-2] [NET-3] states why the actions on a chair are not available offline", async () => {
  const { page, context, address, close } = await openManager();
  await visit(page, address);
  const identify = page.getByRole("button", { name: "Identify" });
  await expect.poll(() => identify.isEnabled()).toBe(true);
  expect(await page.getByText("Not available offline.").count()).toBe(0);
  await context.setOffline(true);
  await page.getByText("Not available offline.").waitFor();
  expect(await identify.isDisabled()).toBe(true);
  await close();
});

it("[CHAIR-3] shows a chair's settings and changes its volume, for an offline chair when it reconnects", async () => {
  const { page, chair, address, consoleProblems, close } = await openManager();
  await visit(page, address);
  const settings = page.locator("section").filter({ has: page.getByRole("heading", { name: "Settings" }) });
  await settings.getByText("50%", { exact: true }).waitFor();
  await settings.getByText("₱10.00").waitFor();

  const setVolume = async (volume: number) => {
    await settings.getByRole("button", { name: "Change volume" }).click();
    await page.getByRole("slider", { name: "Volume" }).fill(String(volume));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await setVolume(33);
  await settings.getByText("33%", { exact: true }).waitFor();
  await settings.getByText("Applied").waitFor();
  expect(chair.state().configuration).toMatchObject({ version: 1, volume: 33 });

  chair.setFaults({ offline: true });
  await page.getByText("Offline").first().waitFor();
  await setVolume(80);
  await settings.getByText("33% → 80%").waitFor();
  await settings.getByText("An offline chair receives it when it reconnects.").waitFor();
  chair.setFaults({ offline: false });
  await settings.getByText("80%", { exact: true }).waitFor();
  expect(chair.state().configuration).toMatchObject({ version: 2, volume: 80 });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHAIR-2] [NET-3] shows only the error of the reason if it is deleted after a failed request", async () => {
  const { page, address, close } = await openManager();
  await visit(page, address);
  await page.route(`**${changeService.path}`, (route) => route.fulfill(busyResponse));
  await page.getByRole("button", { name: "Take out of service" }).click();
  const sheet = page.getByRole("dialog", { name: "Take out of service" });
  const submit = sheet.getByRole("button", { name: "Take out of service" });
  await sheet.getByLabel("Reason").fill("The left armrest is loose");
  await submit.click();
  const failure = sheet.getByText("Please try again later");
  await failure.waitFor();
  await sheet.getByLabel("Reason").fill("");
  await submit.click();
  await sheet.getByText("Please enter a reason").waitFor();
  expect(await failure.count()).toBe(0);
  await close();
});
