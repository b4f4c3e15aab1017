import { notificationSettings, subscribePush } from "@reposo/contract/alerts/notifications.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createNotifications } from "#features/notifications/index.ts";
import { registerNotificationsRoutes } from "#features/notifications/notifications-routes.ts";
import { manualClock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import { silentLog } from "#platform/logging/log.ts";
import { createOutboxWorker, type OutboxWorker } from "#platform/jobs/outbox.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { call, openTestHttp } from "#test/clients/http-client.ts";
import { testCipher } from "#test/app/key-cipher.ts";
import { makeDevice, makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { type PushService, startPushService } from "#test/stand-ins/push-service.ts";
import { createAlerts, isAlertOpen } from "./index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { insertRows } from "#test/database/insert-rows.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const minute = 60_000;
/** Monday, noon in Manila. */
const noon = new Date("2026-11-23T04:00:00Z");
const clock = manualClock(noon);
let db: TestDatabase;
let push: PushService;
let outbox: OutboxWorker;

beforeAll(async () => {
  db = await openTestDatabase();
  push = await startPushService();
});
afterAll(async () => {
  await outbox.stop();
  await push.close();
  await db.close();
});

it("[ALERT-1] [ALERT-2] [ALERT-4] sends one push message with the cost for an offline chair, whose alert can be snoozed and is resolved later", async () => {
  const wake = () => outbox.wake();
  const database = db.database;
  const notifications = createNotifications({
    database,
    clock,
    log: silentLog,
    cipher: testCipher,
    wake,
    publicUrl: "https://chairs.example",
    push: { mayBePrivate: true },
    mail: null,
    isAlertOpen: (alertId) => isAlertOpen(database, alertId),
  });
  outbox = createOutboxWorker({ database, clock, log: silentLog, handlers: notifications.jobs });
  outbox.start();
  const { http } = await openTestHttp(database, { clock });
  registerNotificationsRoutes(http, notifications);
  const { alerts: bounds } = readConfig({});
  const alerts = createAlerts({ database, clock, log: silentLog, bounds, wake });

  const outletId = await makeOutlet(db.owner, { name: "Glorietta" });
  const deviceId = await makeDevice(db.owner, { outletId, lastSeenAt: noon });
  const hours = Array.from({ length: 168 }, () => 120_00);
  await insertRows(db.owner, "device_usual_income", [
    {
      device_id: deviceId,
      outlet_id: outletId,
      computed_at: noon,
      source: "chair",
      amounts_minor: hours,
      starts: hours,
    },
  ]);
  const { token, caller } = await makeManager(db.owner, { outletIds: [outletId] });
  const headers = { "access-token": token, lang: "en_US" };
  const { vapidPublicKey } = (await call(http, notificationSettings, undefined, headers)).data;
  const browser = push.subscribe();
  const { endpoint, p256dh, auth } = browser;
  expect((await call(http, subscribePush, { endpoint, p256dh, auth, vapidPublicKey }, headers)).code).toBe(
    200,
  );

  const setOnline = (online: boolean) =>
    sql`UPDATE device SET online = ${online} WHERE device_id = ${deviceId}`.execute(db.owner);
  await setOnline(false);
  await alerts.evaluate("chairs");
  clock.advance(15 * minute);
  await alerts.evaluate("chairs");
  await alerts.evaluate("chairs");
  await vi.waitFor(() => expect(push.received).toHaveLength(1), { timeout: 20_000 });
  expect(push.received[0]?.message).toEqual({
    title: `Chair ${deviceId} is offline`,
    body: "Glorietta · Since Nov 23, 12:00 · Estimated loss: ₱30.00",
    url: `/pages/device/device?deviceId=${deviceId}`,
    tag: `chairOffline:${deviceId}`,
  });

  const [alert] = (await alerts.list(caller, {})).alerts;
  expect(alert).toMatchObject({ estimatedCost: 30_00, snoozed: false });
  await alerts.snooze(caller, { alertId: alert?.alertId as string, until: "hour" });
  expect((await alerts.list(caller, {})).alerts).toMatchObject([{ snoozed: true }]);

  await setOnline(true);
  clock.advance(minute);
  await alerts.evaluate("chairs");
  expect((await alerts.list(caller, {})).alerts).toEqual([]);
  expect((await alerts.list(caller, { state: "resolved" })).alerts).toMatchObject([
    { estimatedCost: 32_00, resolvedAt: clock.now().toISOString() },
  ]);
  expect(push.received).toHaveLength(1);
  await http.close();
});
