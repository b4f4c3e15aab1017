import { randomUUID } from "node:crypto";
import type { alertList, Snooze } from "@reposo/contract/alerts/alerts.ts";
import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { Permission } from "@reposo/contract/permissions.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  makeDevice,
  makeManager,
  makeOrder,
  makeOutlet,
  moveToEarlierCoin,
} from "#test/app/network-factory.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { silentLog } from "#platform/logging/log.ts";
import { type AlertRecord, createAlerts } from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const minute = 60_000;
const day = 1_440 * minute;
/** Monday, noon in Manila. */
const noon = new Date("2026-03-02T04:00:00Z");
const afterNoon = (minutes: number) => new Date(noon.getTime() + minutes * minute);

/** Inserts a start at `minutes` after noon. */
async function insertStart(chair: { deviceId: string; outletId: string }, minutes: number, failed: boolean) {
  const orderedAt = afterNoon(minutes);
  const orderId = await makeOrder(test.owner, { ...chair, status: "completed", orderedAt });
  if (failed)
    await sql`UPDATE orders SET status = 'failed', end_reason = 'startDeadline', started_at = NULL,
      ends_at = NULL, ended_at = ordered_at WHERE order_id = ${orderId}`.execute(test.owner);
  return orderId;
}

/** Inserts a chair's event about the fault E7, which the chair dates `minutes` after noon. */
const insertFaultEvent = (deviceId: string, seq: number, type: string, minutes: number) =>
  sql`INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
    VALUES (${deviceId}, 'e1', ${seq}, ${type}, ${afterNoon(minutes)}, false, '{"fault":"E7"}', ${noon})`.execute(
    test.owner,
  );

/** Creates an outlet with chairs whose alerts the test evaluates at given times. */
async function openOutlet(
  chairs: number,
  { permissions, openingHours }: { permissions?: readonly Permission[]; openingHours?: OpeningHours } = {},
) {
  const outletId = await makeOutlet(test.owner, openingHours && { openingHours });
  const deviceIds: string[] = [];
  for (let chair = 0; chair < chairs; chair++)
    deviceIds.push(await makeDevice(test.owner, { outletId, lastSeenAt: noon }));
  await sql`UPDATE device SET installed_at = ${new Date(noon.getTime() - 70 * day)}
    WHERE outlet_id = ${outletId}`.execute(test.owner);
  const { caller } = await makeManager(test.owner, {
    outletIds: [outletId],
    permissions: permissions ?? ["home", "details", "cash"],
  });
  let at = noon;
  const opened: AlertRecord[] = [];
  const { alerts: bounds } = readConfig({ ALERT_CASH_BOX_DAYS: "30", ALERT_CASH_BOX_AMOUNTS: "PHP:100" });
  const alerts = createAlerts({
    database: test.database,
    clock: { now: () => at, sleep: async () => undefined },
    log: silentLog,
    bounds,
    wake: () => undefined,
    listeners: [
      async (_, records) => {
        opened.push(...records.filter((record) => record.outletId === outletId));
      },
    ],
  });
  const list = async (request: Partial<RequestOf<typeof alertList>> = {}) =>
    (await alerts.list(caller, { ...request })).alerts;
  return {
    outletId,
    deviceIds,
    deviceId: deviceIds[0] as string,
    alerts,
    opened,
    caller,
    list,
    kinds: async () => (await list()).map(({ kind, quantity }) => `${kind} ${quantity}`),
    /** Evaluates the alerts at `minutes` after noon. */
    async at(minutes: number, scope: "chairs" | "all" = "chairs") {
      at = afterNoon(minutes);
      await alerts.evaluate(scope);
    },
    set: (online: boolean, ids: readonly string[]) =>
      sql`UPDATE device SET online = ${online} WHERE device_id = ANY(${ids}::text[])`.execute(test.owner),
    snooze: (alertId: string, until: Snooze) => alerts.snooze(caller, { alertId, until }),
  };
}

describe("[ALERT-1] alerts", () => {
  it("open once for an offline chair, and are resolved when it is back online", async () => {
    const { at, set, kinds, list, deviceIds, deviceId, opened } = await openOutlet(2);
    await set(false, deviceIds.slice(0, 1));
    await at(0);
    await at(9);
    expect(await kinds()).toEqual([]);
    await at(10);
    await at(11);
    expect(await list()).toMatchObject([{ kind: "chairOffline", deviceId, since: noon.toISOString() }]);
    await set(true, deviceIds);
    await at(12);
    expect(await kinds()).toEqual([]);
    expect(await list({ state: "resolved" })).toMatchObject([{ kind: "chairOffline", deviceId }]);
    expect(opened).toHaveLength(1);
  });

  it("do not open while the outlet is closed, but stay open if they were opened before", async () => {
    const openingHours = Array.from({ length: 7 }, () => [{ opens: 0, closes: 13 * 60 }]);
    const { at, set, kinds, deviceIds } = await openOutlet(2, { openingHours });
    await set(false, deviceIds.slice(0, 1));
    await at(0);
    await at(10);
    expect(await kinds()).toEqual(["chairOffline 1"]);
    // The outlet is closed from 13:00 to midnight.
    await set(false, deviceIds);
    await at(61);
    await at(11 * 60);
    expect(await kinds()).toEqual(["chairOffline 1"]);
    await at(12 * 60 + 39);
    expect(await kinds()).toEqual(["chairOffline 1"]);
    await at(12 * 60 + 40);
    expect(await kinds()).toEqual(["chairOffline 1", "chairOffline 1"]);
  });

  it("open once for three offline chairs of an outlet, replacing the alerts of single chairs", async () => {
    const { at, set, kinds, list, deviceIds, opened } = await openOutlet(3);
    await set(false, deviceIds.slice(0, 1));
    await at(0);
    await set(false, deviceIds);
    await at(5);
    await at(10);
    expect(await kinds()).toEqual(["chairOffline 1"]);
    await at(15);
    expect(await kinds()).toEqual(["outletOffline 3"]);
    // The outlet's alert is also listed for each of its offline chairs.
    expect(await list({ deviceId: deviceIds[2] as string })).toHaveLength(1);
    await set(true, deviceIds.slice(0, 1));
    await at(16);
    expect(await kinds()).toEqual(["outletOffline 2"]);
    await set(true, deviceIds);
    await at(17);
    expect(await kinds()).toEqual([]);
    expect(opened.map(({ kind }) => kind)).toEqual(["chairOffline", "outletOffline"]);
  });

  it("open once however many servers evaluate at the same time", async () => {
    const { at, set, deviceIds, alerts, opened } = await openOutlet(1);
    await set(false, deviceIds);
    await at(0);
    const due = at(30);
    await Promise.all([due, ...Array.from({ length: 7 }, () => alerts.evaluate("chairs"))]);
    expect(opened).toHaveLength(1);
    await set(true, deviceIds);
    await at(31);
  });

  it("do not open for a chair that was taken out of service", async () => {
    const { at, set, kinds, deviceIds } = await openOutlet(1);
    await set(false, deviceIds);
    await sql`UPDATE device SET disabled_at = ${noon} WHERE device_id = ANY(${deviceIds}::text[])`.execute(
      test.owner,
    );
    await at(0);
    await at(60);
    expect(await kinds()).toEqual([]);
  });

  it("open for consecutive failed starts, until a start succeeds", async () => {
    const { at, kinds, ...chair } = await openOutlet(1);
    await insertStart(chair, -30, true);
    await insertStart(chair, -20, false);
    await insertStart(chair, -10, true);
    await at(0);
    expect(await kinds()).toEqual([]);
    await insertStart(chair, 1, true);
    await at(2);
    expect(await kinds()).toEqual(["startsFailing 2"]);
    await insertStart(chair, 5, false);
    await at(6);
    expect(await kinds()).toEqual([]);
  });

  it("open for failed starts although an earlier coin run was reported after them", async () => {
    const { at, kinds, ...chair } = await openOutlet(1);
    for (const minutes of [-20, -10]) await insertStart(chair, minutes, true);
    await moveToEarlierCoin(test.owner, await insertStart(chair, -5, false), afterNoon(-30));
    await at(0);
    expect(await kinds()).toEqual(["startsFailing 2"]);
  });

  it("open for three failed starts within a day, or for two within two hours", async () => {
    const { at, kinds, ...chair } = await openOutlet(1);
    for (const minutes of [-600, -121]) await insertStart(chair, minutes, true);
    await at(0);
    expect(await kinds()).toEqual([]);
    await insertStart(chair, 0, true);
    await at(1);
    expect(await kinds()).toEqual(["startsFailing 3"]);
  });

  it("stay open for failed starts, however rare, and offline, until a massage or a test run starts", async () => {
    const { at, set, kinds, opened, caller, ...chair } = await openOutlet(1);
    for (const minutes of [-20, -10]) await insertStart(chair, minutes, true);
    await at(0);
    await set(false, chair.deviceIds);
    for (const minutes of [1, 60]) await at(minutes);
    expect((await kinds()).toSorted()).toEqual(["chairOffline 1", "startsFailing 2"]);
    await set(true, chair.deviceIds);
    await at(3_000);
    expect(await kinds()).toEqual(["startsFailing 2"]);
    await insertStart(chair, 3_001, true);
    await at(3_002);
    expect(await kinds()).toEqual(["startsFailing 3"]);
    expect(opened.map(({ kind }) => kind)).toEqual(["startsFailing", "chairOffline"]);
    await sql`
      INSERT INTO test_run (test_run_id, device_id, outlet_id, account_id, requested_at, started_at)
      VALUES (${randomUUID()}, ${chair.deviceId}, ${chair.outletId}, ${caller.accountId}, ${noon},
        ${afterNoon(3_003)})`.execute(test.owner);
    await at(3_004);
    expect(await kinds()).toEqual([]);
  });

  it("open for a fault that the chair reports repeatedly", async () => {
    const { at, list, deviceId } = await openOutlet(1);
    await insertFaultEvent(deviceId, 1, "fault", -60);
    await insertFaultEvent(deviceId, 2, "cleared", -50);
    await insertFaultEvent(deviceId, 3, "fault", 0);
    await insertFaultEvent(deviceId, 4, "fault", 6);
    await sql`UPDATE device SET fault = 'E7' WHERE device_id = ${deviceId}`.execute(test.owner);
    await at(9);
    expect(await list()).toEqual([]);
    await at(10);
    expect(await list()).toMatchObject([{ kind: "chairFault", since: noon.toISOString() }]);
  });

  it("move their begin to an earlier fault event that arrives late, and never to a later time", async () => {
    const { at, list, deviceId } = await openOutlet(1);
    await insertFaultEvent(deviceId, 2, "fault", 0);
    await sql`UPDATE device SET fault = 'E7' WHERE device_id = ${deviceId}`.execute(test.owner);
    await at(10);
    expect(await list()).toMatchObject([{ kind: "chairFault", since: noon.toISOString() }]);
    await insertFaultEvent(deviceId, 1, "fault", -30);
    await at(11);
    const earlier = new Date(noon.getTime() - 30 * minute).toISOString();
    expect(await list()).toMatchObject([{ kind: "chairFault", since: earlier }]);
    await sql`DELETE FROM chair_event WHERE device_id = ${deviceId} AND seq = 1`.execute(test.owner);
    await at(12);
    expect(await list()).toMatchObject([{ kind: "chairFault", since: earlier }]);
  });

  it("open for a fault that lasts ten minutes, until it is cleared", async () => {
    const { at, kinds, list, deviceId } = await openOutlet(1);
    await insertFaultEvent(deviceId, 1, "fault", 0);
    await sql`UPDATE device SET fault = 'E7' WHERE device_id = ${deviceId}`.execute(test.owner);
    await at(9);
    expect(await kinds()).toEqual([]);
    await at(10);
    expect(await list()).toMatchObject([{ kind: "chairFault", fault: "E7", since: noon.toISOString() }]);
    await sql`UPDATE device SET fault = NULL WHERE device_id = ${deviceId}`.execute(test.owner);
    await at(11);
    expect(await kinds()).toEqual([]);
  });

  it("open for quarantined coins and full cash boxes, and are shown only to managers with the permission `cash`", async () => {
    const { at, list, deviceId, outletId, caller, alerts } = await openOutlet(1);
    await sql`INSERT INTO chair_epoch (device_id, epoch) VALUES (${deviceId}, 'e1')`.execute(test.owner);
    await sql`INSERT INTO quarantined_coin (device_id, epoch, seq, outlet_id, run_id, reason, amount_minor, currency,
        seconds, gear, occurred_at, received_at)
      VALUES (${deviceId}, 'e1', 1, ${outletId}, 'r', 'rate', 1500, 'PHP', 60, 1, ${noon}, ${noon})`.execute(
      test.owner,
    );
    await sql`INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
      VALUES (${deviceId}, 'e1', 2, 'coin', ${noon}, false, '{"amount":2500,"currency":"PHP"}', ${noon})`.execute(
      test.owner,
    );
    await at(1, "chairs");
    expect(await list()).toEqual([]);
    await at(2, "all");
    expect(await list()).toMatchObject([
      { kind: "coinsDiffer", quantity: 1, amount: 1_500, estimatedCost: 1_500 },
      { kind: "cashBoxFull", quantity: 70, estimatedCost: 0 },
    ]);
    const viewer = { ...caller, permissions: ["home"] as const };
    expect((await alerts.list(viewer, {})).alerts).toEqual([]);
    await at(3, "chairs");
    expect(await list()).toHaveLength(2);
  });

  it("open for coins that the coin counter shows as missing, with their amount", async () => {
    const { at, list, deviceId } = await openOutlet(1);
    await insertRows(test.owner, "attention_case", [
      {
        case_id: randomUUID(),
        kind: "coinsMissing",
        device_id: deviceId,
        subject: deviceId,
        detail: JSON.stringify({ count: 2, missingMinor: 3_000, currency: "PHP", newest: [] }),
        opened_at: noon,
      },
    ]);
    await at(1, "all");
    expect(await list()).toMatchObject([
      { kind: "coinsDiffer", quantity: 2, amount: 3_000, estimatedCost: 3_000, since: noon.toISOString() },
    ]);
    await sql`UPDATE attention_case SET closed_at = ${noon} WHERE device_id = ${deviceId}`.execute(
      test.owner,
    );
    await at(2, "all");
    expect(await list()).toEqual([]);
  });

  it("open for a cash box that reaches the maximum amount before the maximum days", async () => {
    const { at, list, deviceId } = await openOutlet(1);
    const yesterday = new Date(noon.getTime() - day);
    await sql`UPDATE device SET installed_at = ${yesterday} WHERE device_id = ${deviceId}`.execute(
      test.owner,
    );
    await sql`INSERT INTO chair_epoch (device_id, epoch) VALUES (${deviceId}, 'e1')`.execute(test.owner);
    const insert = (seq: number, amount: number) =>
      sql`INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
        VALUES (${deviceId}, 'e1', ${seq}, 'coin', ${noon}, false,
          ${JSON.stringify({ amount, currency: "PHP" })}::jsonb, ${noon})`.execute(test.owner);
    await insert(1, 9_999);
    await at(1, "all");
    expect(await list()).toEqual([]);
    await insert(2, 1);
    await at(2, "all");
    expect(await list()).toMatchObject([
      { kind: "cashBoxFull", deviceId, quantity: 1, amount: 10_000, estimatedCost: 0 },
    ]);
  });

  it("open for a refund request that is undecided for 24 hours, until it is decided", async () => {
    const { at, kinds, list, deviceId, outletId } = await openOutlet(1);
    const orderId = await makeOrder(test.owner, { deviceId, outletId, status: "completed", orderedAt: noon });
    await insertRows(test.owner, "refund_request", [
      {
        request_id: randomUUID(),
        order_id: orderId,
        amount_minor: 2_000,
        currency: "PHP",
        reason: "The rollers hurt",
        state: "requested",
        requested_at: noon,
      },
    ]);
    await at(1_439, "all");
    expect(await kinds()).toEqual([]);
    await at(1_440, "all");
    expect(await list()).toMatchObject([
      { kind: "refundWaiting", quantity: 1, deviceId: null, since: noon.toISOString() },
    ]);
    await sql`UPDATE refund_request SET state = 'refused', decided_at = ${noon}, decided_by = 'operator', decision = 'In order'
      WHERE order_id = ${orderId}`.execute(test.owner);
    await at(1_441, "all");
    expect(await kinds()).toEqual([]);
  });

  it("open for feedback that is unanswered for 24 hours", async () => {
    const { at, kinds, deviceId, outletId } = await openOutlet(1);
    const orderId = await makeOrder(test.owner, { deviceId, outletId, status: "completed", orderedAt: noon });
    await sql`INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, account_id, problem,
        abnormal, media_count, state, created_at)
      SELECT gen_random_uuid(), 'FB-0000-0001', ${orderId}, ${outletId}, ${deviceId}, account_id, 'x', '',
        0, 'sent', ${noon} FROM outlet_manager WHERE outlet_id = ${outletId}`.execute(test.owner);
    await at(1_439, "all");
    expect(await kinds()).toEqual([]);
    await at(1_440, "all");
    expect(await kinds()).toEqual(["feedbackWaiting 1"]);
  });
});

describe("[ALERT-2] an alert", () => {
  /** Gives each chair one start and 100.00 in every hour of the last eight weeks. */
  async function withHistory(outletId: string, deviceIds: readonly string[]): Promise<void> {
    for (const deviceId of deviceIds) {
      await sql`INSERT INTO revenue_rollup (outlet_id, grain, starts_at, device_id, currency, cash_minor, cash_entries)
        SELECT ${outletId}, 'quarter', ${noon}::timestamptz - interval '1 hour' * hour, ${deviceId}, 'PHP', 10000, 1
        FROM generate_series(1, 8 * 168) AS hour`.execute(test.owner);
      await sql`INSERT INTO order_rollup (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
        SELECT ${outletId}, 'quarter', ${noon}::timestamptz - interval '1 hour' * hour, ${deviceId}, 'coin',
          'completed', 1 FROM generate_series(1, 8 * 168) AS hour`.execute(test.owner);
    }
  }

  it("costs the usual income of its duration, and the most expensive alert is listed first", async () => {
    const { at, set, list, deviceIds, alerts, outletId } = await openOutlet(2);
    await withHistory(outletId, deviceIds);
    await alerts.computeUsualIncome();
    await set(false, deviceIds.slice(0, 1));
    await at(0);
    await set(false, deviceIds);
    await at(60);
    await at(90);
    const [first, second] = await list();
    expect(first).toMatchObject({ deviceId: deviceIds[0], currency: "PHP" });
    expect(first?.estimatedCost).toBeCloseTo(15_000, -1);
    expect(second?.estimatedCost).toBeCloseTo(5_000, -1);
    await set(true, deviceIds);
    await at(120);
    const resolved = await list({ state: "resolved" });
    expect(
      resolved.map(({ estimatedCost }) => Math.round(estimatedCost / 100)).sort((a, b) => a - b),
    ).toEqual([100, 200]);
  });

  it("costs the usual income of the outlet if the chair is new", async () => {
    const { at, set, list, deviceIds, alerts, outletId } = await openOutlet(2);
    await withHistory(outletId, deviceIds.slice(1));
    await sql`UPDATE device SET installed_at = ${new Date(noon.getTime() - day)}
      WHERE device_id = ${deviceIds[0]}`.execute(test.owner);
    await alerts.computeUsualIncome();
    await set(false, deviceIds.slice(0, 1));
    await at(0);
    await at(60);
    expect((await list())[0]?.estimatedCost).toBeCloseTo(10_000, -1);
  });

  it("opens for income far below the chair's usual income, unless the whole outlet has low income", async () => {
    const { at, list, deviceIds, alerts, outletId, opened } = await openOutlet(2);
    await withHistory(outletId, deviceIds);
    await alerts.computeUsualIncome();
    for (const deviceId of deviceIds)
      for (let hour = 1; hour <= 3; hour++)
        await makeOrder(test.owner, {
          deviceId,
          outletId,
          status: "completed",
          orderedAt: new Date(noon.getTime() - hour * 60 * minute),
        });
    const [quiet, busy] = deviceIds as [string, string];
    await at(12 * 60, "all");
    expect(await list()).toEqual([]);
    await at(20 * 60, "all");
    expect(await list()).toEqual([]);
    await sql`INSERT INTO order_rollup (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
      SELECT ${outletId}, 'quarter', ${noon}::timestamptz + interval '1 hour' * hour, ${busy}, 'coin', 'completed', 1
      FROM generate_series(0, 19) AS hour`.execute(test.owner);
    for (let hour = 0; hour < 3; hour++)
      await makeOrder(test.owner, {
        deviceId: busy,
        outletId,
        status: "completed",
        orderedAt: new Date(noon.getTime() + (17 + hour) * 60 * minute),
      });
    await at(20 * 60, "all");
    expect(await list()).toMatchObject([{ kind: "incomeLow", deviceId: quiet }]);
    // A short interruption must not resolve the alert, which would be opened again a minute later.
    await sql`UPDATE device SET online = false WHERE device_id = ${quiet}`.execute(test.owner);
    await at(20 * 60 + 1, "all");
    await sql`UPDATE device SET online = true WHERE device_id = ${quiet}`.execute(test.owner);
    await at(20 * 60 + 2, "all");
    expect(opened.filter(({ kind }) => kind === "incomeLow")).toHaveLength(1);
  });

  it("can be snoozed by each manager for an hour, until tomorrow morning, or until it changes", async () => {
    const { at, set, list, snooze, deviceIds, alerts, caller, outletId } = await openOutlet(4);
    await set(false, deviceIds.slice(0, 3));
    await at(0);
    await at(10);
    const [alert] = await list();
    const alertId = alert?.alertId as string;
    expect(await snooze(alertId, "hour")).toMatchObject({ snoozedUntil: "2026-03-02T05:10:00.000Z" });
    expect((await list())[0]).toMatchObject({ snoozed: true });
    const colleague = (await makeManager(test.owner, { outletIds: [outletId] })).caller;
    expect((await alerts.list(colleague, {})).alerts[0]).toMatchObject({ snoozed: false });
    await at(70);
    expect((await list())[0]).toMatchObject({ snoozed: false, snoozedUntil: null });
    expect(await snooze(alertId, "tomorrow")).toMatchObject({ snoozedUntil: "2026-03-03T00:00:00.000Z" });
    expect(await snooze(alertId, "none")).toMatchObject({ snoozed: false });
    expect((await list())[0]).toMatchObject({ snoozed: false });
    expect(await snooze(alertId, "change")).toMatchObject({ snoozed: true, snoozedUntil: null });
    await at(71);
    expect((await list())[0]).toMatchObject({ snoozed: true });
    await set(false, deviceIds);
    await at(72);
    await at(82);
    expect((await list())[0]).toMatchObject({ snoozed: false, quantity: 4 });
    await set(true, deviceIds);
    await at(83);
    await expect(snooze(alertId, "hour")).rejects.toMatchObject({ resultName: "alertNotFound" });
    await expect(
      alerts.snooze({ ...caller, outletIds: [] }, { alertId, until: "hour" }),
    ).rejects.toMatchObject({
      resultName: "alertNotFound",
    });
  });
});
