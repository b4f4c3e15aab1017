import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { openFullBrowser, openPhone } from "#browser/phone.ts";
import { subscribeBrowserTo } from "#browser/push-subscription.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { type PushService, startPushService } from "@reposo/server/test/stand-ins/push-service.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
let network: Network;
let push: PushService;

beforeAll(async () => {
  network = await openNetwork(server);
  push = await startPushService();
});

afterAll(async () => {
  await push.close();
  await network.close();
});

/** The server evaluates alerts every ten seconds; a busy machine may need several times as long. */
const evaluated = { timeout: 90_000 };

/** Zones without summer time, one for each whole hour from UTC-11 to UTC+12. */
const zones = [
  "Pacific/Pago_Pago",
  "Pacific/Honolulu",
  "Pacific/Gambier",
  "Pacific/Pitcairn",
  "America/Phoenix",
  "America/Costa_Rica",
  "America/Bogota",
  "America/Puerto_Rico",
  "America/Sao_Paulo",
  "America/Noronha",
  "Atlantic/Cape_Verde",
  "Africa/Abidjan",
  "Africa/Lagos",
  "Africa/Johannesburg",
  "Africa/Nairobi",
  "Asia/Dubai",
  "Asia/Karachi",
  "Asia/Dhaka",
  "Asia/Jakarta",
  "Asia/Manila",
  "Asia/Tokyo",
  "Australia/Brisbane",
  "Pacific/Guadalcanal",
  "Pacific/Tarawa",
];

/** Returns a time zone in which it is now between 13:00 and 14:00, and the instant of its noon today. */
function zoneAfterNoon(): { timeZone: string; noon: Date } {
  const now = new Date();
  const hourIn = (timeZone: string): number =>
    Number(now.toLocaleString("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }));
  const timeZone = zones.find((zone) => hourIn(zone) === 13);
  if (timeZone === undefined) throw new Error("no zone of the list is at 13:00");
  return { timeZone, noon: new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000 - 3_600_000) };
}

async function openManager(timeZone: string) {
  const browser = await openFullBrowser(timeZone);
  onTestFinished(() => browser.close());
  const outletId = await network.addOutlet({ name: "Bonifacio High Street", timeZone });
  const chair = await network.addChair(outletId);
  const { deviceId } = chair;
  const hours = (value: number) => Array.from({ length: 168 }, () => value);
  // With usual starts of 0, the server opens no alert of low income for the chair, which has no orders.
  await sql`
    INSERT INTO device_usual_income (device_id, computed_at, outlet_id, source, amounts_minor, starts)
    VALUES (${deviceId}, ${new Date()}, ${outletId}, 'chair', ${hours(60_00)}, ${hours(0)})
    ON CONFLICT (device_id) DO UPDATE SET outlet_id = excluded.outlet_id, source = excluded.source,
      amounts_minor = excluded.amounts_minor, starts = excluded.starts`.execute(network.database);
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  return { ...phone, outletId, chair, deviceId };
}

/**
 * Stops the chair, waits until the server has recorded that it is offline, and changes the start of the absence to
 * `since`.
 */
async function cutPower(chair: Awaited<ReturnType<Network["addChair"]>>, since: Date): Promise<void> {
  await chair.stop();
  const { deviceId } = chair;
  await expect
    .poll(async () => {
      const aged = await sql`
        UPDATE device_absence SET began_at = ${since}
        WHERE device_id = ${deviceId} AND ended_at IS NULL`.execute(network.owner);
      return aged.rowCount;
    }, evaluated)
    .toBe(1);
}

it("[ALERT-1] [ALERT-2] [ALERT-3] [ALERT-4] shows an offline chair as one alert with its cost, sends one push message, and allows snoozing until the alert is resolved", async () => {
  const { timeZone, noon } = zoneAfterNoon();
  const { page, chair, deviceId, outletId, consoleProblems, close } = await openManager(timeZone);
  /** Checks that a text contains the estimated cost of one peso per minute since noon. */
  const expectCost = (text: string) => {
    const [, cost] = /₱(\d+\.\d\d)/.exec(text) ?? [];
    expect(Number(cost), text).toBeGreaterThanOrEqual(60);
    // The estimate is rounded to two digits.
    expect(Number(cost), text).toBeLessThanOrEqual((Date.now() - noon.getTime()) / 60_000 + 5);
  };
  const phone = push.subscribe();
  await subscribeBrowserTo(page, phone);
  await visit(page, "/pages/notifications/notifications");
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Notifications are on for this device.").waitFor();

  await visit(page, "/pages/home/home");
  const row = page.getByRole("link", { name: /^Alerts/ });
  await row.waitFor();
  expect(await row.innerText()).toBe("Alerts");
  const tab = page.getByRole("navigation").getByRole("link").first();
  expect(await tab.textContent()).not.toContain("open alerts");

  await cutPower(chair, noon);
  await page.getByRole("link", { name: "1 Alerts" }).waitFor(evaluated);
  expect(await tab.textContent()).toContain("open alerts: 1");

  await expect.poll(() => push.received.length, evaluated).toBe(1);
  const [{ message } = expect.fail("no message")] = push.received;
  const day = noon.toLocaleDateString("en-US", { timeZone, month: "short", day: "numeric" });
  expect(message).toMatchObject({
    title: `Chair ${deviceId} is offline`,
    body: expect.stringContaining(`Bonifacio High Street · Since ${day}, 12:00 · Estimated loss: ₱`),
    url: `/pages/device/device?deviceId=${deviceId}`,
  });
  expectCost(message.body);

  await page.getByRole("link", { name: "1 Alerts" }).click();
  const alert = page.getByRole("article", { name: `Chair ${deviceId} is offline` });
  await alert.getByText("Bonifacio High Street").waitFor();
  expectCost(await alert.getByText(/Estimated cost: /).innerText());
  await alert.getByText("Check the chair's power and network connection.").waitFor();
  expect(await page.getByRole("article").count()).toBe(1);

  const snooze = async () => {
    await alert.getByRole("button", { name: "Snooze" }).click();
    await page.getByRole("button", { name: "For 1 hour" }).click();
    await alert.getByText(/Snoozed until/).waitFor();
  };
  await snooze();
  await page.getByText("No open alerts").waitFor();
  expect(await tab.textContent()).not.toContain("open alerts");
  await alert.getByRole("button", { name: "End snooze" }).click();
  await alert.getByText(/Snoozed until/).waitFor({ state: "detached" });

  await alert.getByRole("link", { name: "Open chair" }).click();
  await page.getByRole("heading", { level: 1, name: `Chair ${deviceId}` }).waitFor();
  await alert.waitFor();
  expect(await alert.getByRole("link").count(), "links from the chair's page to itself").toBe(0);
  const timeline = page.getByRole("list", { name: "Timeline" });
  await timeline.getByText(`Chair ${deviceId} is offline`).waitFor();
  await visit(page, `/pages/outlet/outlet?areaId=${outletId}`);
  await page.getByRole("link", { name: `Chair ${deviceId} is offline` }).waitFor();

  await visit(page, "/pages/alerts/alerts");
  await snooze();
  chair.start();
  await alert.waitFor({ state: "detached", ...evaluated });
  await page.getByText("No open alerts").waitFor();
  await page.getByRole("radio", { name: "Resolved" }).check();
  expectCost(await alert.getByText(/Estimated cost: /).innerText());
  expect(await alert.getByRole("button").count()).toBe(0);
  expect(push.received.length, "messages, also after the snooze and the resolution").toBe(1);
  expect(consoleProblems).toEqual([]);
  await close();
});
