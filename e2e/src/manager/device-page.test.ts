import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
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

async function openManager() {
  const outletId = await network.addOutlet({ name: "SM Megamall" });
  const chair = await network.addChair(outletId);
  const manager = await network.addManager([outletId]);
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
  await page.locator("main p").getByText("Fault E07", { exact: true }).waitFor();

  await page.getByRole("heading", { name: "About this chair" }).click();
  await page.getByText("Good (−61 dBm)", { exact: true }).waitFor();
  await page.getByText("Signal", { exact: true }).waitFor();
  await setSignal(-95);
  chair.setFaults({ offline: true });
  await page.getByText("Last signal", { exact: true }).waitFor();
  await page.getByText("Weak (−95 dBm)", { exact: true }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CHAIR-2] [CHAIR-3] controls a chair: volume, service, a test run, a stop, and blinking", async () => {
  const { page, chair, address, consoleProblems, close } = await openManager();
  await visit(page, address);
  const settings = page.locator("details").filter({ has: page.getByRole("heading", { name: "Settings" }) });
  await settings.getByRole("heading", { name: "Settings" }).click();
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

  // A customer sees the reason for which the chair is out of service.
  const customer = await openPhone(browser, { origin: server.url });
  await visit(customer.page, chairAddress(chair.deviceId));
  await customer.page.getByRole("radio").first().waitFor();

  await page.getByRole("button", { name: "Take out of service" }).click();
  const sheet = page.getByRole("dialog", { name: "Take out of service" });
  await sheet.getByRole("button", { name: "Take out of service" }).click();
  await sheet.getByText("Please enter a reason").waitFor();
  await sheet.getByLabel("Reason shown to customers").fill("The left armrest is loose");
  await sheet.getByRole("button", { name: "Take out of service" }).click();
  await page.getByText("Customers see: The left armrest is loose").waitFor();
  await sheet.waitFor({ state: "detached" });

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
  expect(customer.consoleProblems).toEqual([]);
  await customer.close();

  // A test run of one minute starts after a question, can be stopped, and does not count as utilisation.
  const test = page.getByRole("button", { name: "Run a 1-minute test" });
  await test.click();
  const question = page.getByRole("dialog", { name: "Start a test run?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(chair.state().running).toBeNull();
  await test.click();
  await question.getByRole("button", { name: "Start test run" }).click();
  const started = page.getByText("The chair is running for 1 minute, free of charge");
  await started.waitFor();
  await page.getByRole("heading", { name: "Utilization", exact: true }).click();
  await page.getByText("Test runs (not included): 1").waitFor();
  expect(chair.state().running).toMatchObject({ totalSeconds: 60 });
  // The page of another manager, or after a reload, also offers the stop.
  await visit(page, address);
  await page.getByRole("button", { name: "Stop test run" }).click();
  await started.waitFor({ state: "detached" });
  expect(chair.state().running).toBeNull();
  await page.getByText("Idle").waitFor();
  await expect.poll(() => test.isEnabled()).toBe(true);

  // A stop is shown once the chair has confirmed it.
  await page.getByText("Idle").waitFor();
  expect(await page.getByRole("button", { name: "Stop massage" }).count()).toBe(0);
  chair.insertCoin(10_000, "PHP");
  await page.getByRole("button", { name: "Stop massage" }).click();
  await page.getByRole("dialog").getByRole("button").filter({ hasText: /stop/i }).first().click();
  await expect.poll(() => chair.state().running).toBeNull();
  await page.getByText("Idle").waitFor();
  await page.getByRole("button", { name: /Stop massage|Cancel order/ }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Blink the lights" }).click();
  await page.getByText("The chair is blinking").waitFor();
  expect(chair.state().identified).toBe(1);

  chair.setFaults({ noReply: true });
  await page.getByRole("button", { name: "Blink the lights" }).click();
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
