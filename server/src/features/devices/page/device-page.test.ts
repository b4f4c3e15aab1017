import { devicePage, deviceTimeline } from "@reposo/contract/devices/device-page.ts";
import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { Permission } from "@reposo/contract/permissions.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importDevices } from "#features/device-import/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { call } from "#test/clients/http-client.ts";
import {
  makeDevice,
  makeManager,
  makeOrder,
  makeOutlet,
  moveToEarlierCoin,
} from "#test/app/network-factory.ts";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

const minute = 60_000;
const day = 1_440 * minute;
const startMs = Date.now();
const earlier = (ms: number) => new Date(startMs - ms);

/** Returns functions that call the page and the timeline of a chair as a manager in UTC+8. */
function pagesOf(deviceId: string, token: string) {
  const headers = { "access-token": token, "timezone-offset": "480" };
  return {
    page: async () => (await call(world.http, devicePage, { deviceId }, headers)).data,
    timeline: (request: Partial<RequestOf<typeof deviceTimeline>> = {}) =>
      call(world.http, deviceTimeline, { deviceId, ...request }, headers),
  };
}

/** Creates a chair and a manager of its outlet. The manager's time zone is UTC+8. */
async function openChair(permissions?: readonly Permission[], openingHours?: OpeningHours) {
  const outletId = await makeOutlet(world.owner, {
    name: "Atrium",
    ...(openingHours && { openingHours }),
  });
  const deviceId = await makeDevice(world.owner, { outletId });
  const { token, caller } = await makeManager(world.owner, {
    outletIds: [outletId],
    ...(permissions && { permissions }),
  });
  await sql`UPDATE device SET installed_at = ${earlier(30 * day)} WHERE device_id = ${deviceId}`.execute(
    world.owner,
  );
  return {
    outletId,
    deviceId,
    ...pagesOf(deviceId, token),
    /** Moves the chair to another outlet. @returns the pages of the chair for the manager of that outlet */
    move: async (at: Date, hours: OpeningHours) => {
      const other = await makeOutlet(world.owner, { openingHours: hours });
      const manager = await makeManager(world.owner, { outletIds: [other] });
      await transact(world.owner, (uow) => importDevices(uow, [{ deviceId, outletId: other }], at, "test"));
      return pagesOf(deviceId, manager.token);
    },
    run: async (startedAt: Date, minutes: number) => {
      const orderId = await makeOrder(world.owner, {
        deviceId,
        outletId,
        status: "completed",
        orderedAt: startedAt,
      });
      await sql`UPDATE orders SET ended_at = ${new Date(startedAt.getTime() + minutes * minute)},
        end_reason = 'finished' WHERE order_id = ${orderId}`.execute(world.owner);
      return orderId;
    },
    report: (type: "fault" | "cleared" | "coin", seq: number, at: Date) =>
      sql`INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
        VALUES (${deviceId}, 'e1', ${seq}, ${type}, ${at}, false, '{"fault":"E7"}', ${at})`.execute(
        world.owner,
      ),
    collect: (at: Date, counted: number) =>
      sql`INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor,
          expected_minor, coins_total_minor, collected_at, collected_by, recorded_at, recorded_by)
        VALUES (gen_random_uuid(), 'collection', ${deviceId}, ${outletId}, 'PHP', ${counted}, 0, 0, ${at},
          ${caller.accountId}, ${at}, ${caller.accountId})`.execute(world.owner),
    correct: (counted: number) =>
      sql`INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor,
          expected_minor, coins_total_minor, collected_at, collected_by, recorded_at, recorded_by, corrects_id)
        SELECT gen_random_uuid(), 'correction', device_id, outlet_id, currency, ${counted}, expected_minor,
          coins_total_minor, collected_at, collected_by, recorded_at, recorded_by, collection_id
        FROM cash_collection c WHERE device_id = ${deviceId}
          AND NOT EXISTS (SELECT FROM cash_collection newer WHERE newer.corrects_id = c.collection_id)`.execute(
        world.owner,
      ),
    quarantine: (seq: number, at: Date, more: { amount?: number; state?: string } = {}) =>
      sql`INSERT INTO quarantined_coin (device_id, epoch, seq, outlet_id, run_id, reason, amount_minor, currency,
          seconds, gear, occurred_at, received_at, state, decided_at, decided_by)
        VALUES (${deviceId}, 'e1', ${seq}, ${outletId}, 'r', 'rate', ${more.amount ?? 1_000}, 'PHP', 60, 1, ${at},
          ${at}, ${more.state ?? "waiting"}, ${more.state ? at : null}, ${more.state ? "operator" : null})`.execute(
        world.owner,
      ),
  };
}

describe("[CHAIR-1] the page of a chair", () => {
  it("shows the state, the income, the minutes run, and the quarantined coins", async () => {
    const chair = await openChair();
    const { deviceId, outletId } = chair;
    const now = world.clock.now();
    await sql`UPDATE device SET online = true, firmware = '2.4.1', signal_dbm = -61, last_seen_at = ${now}
      WHERE device_id = ${deviceId}`.execute(world.owner);
    const orderId = await chair.run(earlier(2 * day), 12);
    await chair.run(earlier(2 * day - 6 * minute), 12);
    await transact(world.owner, (uow) =>
      addLedgerEntry(
        uow,
        {
          outletId,
          deviceId,
          channel: "cash",
          source: "coin",
          sourceId: "e1:1",
          amountMinor: 2_500,
          currency: "PHP",
          occurredAt: now,
          orderId,
        },
        now,
      ),
    );
    await chair.quarantine(2, earlier(minute));
    await chair.quarantine(3, earlier(2 * minute), { amount: 0 });
    await chair.quarantine(4, earlier(3 * minute), { state: "rejected" });

    const page = await chair.page();
    expect(page).toMatchObject({
      device: { deviceId, online: true, inUse: false, areaName: "Atrium" },
      firmware: "2.4.1",
      signal: -61,
      stateSince: earlier(2 * day - 18 * minute).toISOString(),
      quarantinedCount: 2,
    });
    expect(page.income).toEqual([
      {
        currency: "PHP",
        today: { online: 0, cash: 2_500, total: 2_500 },
        yesterday: { online: 0, cash: 0, total: 0 },
        thisMonth: { online: 0, cash: 2_500, total: 2_500 },
      },
    ]);
    expect(page.utilisation).toHaveLength(14);
    // Two runs that overlap by six minutes and may span midnight.
    expect(page.utilisation.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(18);
    expect(page.hourShares.filter((share) => (share ?? 0) > 0).length).toBeGreaterThanOrEqual(1);
    expect(page.quarantined.map(({ coinId, amount }) => [coinId, amount])).toEqual([
      ["e1:2", 1_000],
      ["e1:3", null],
    ]);
  });

  it("shows when the chair became idle by the time of its runs instead of the time in their IDs", async () => {
    const chair = await openChair();
    const coins = await chair.run(earlier(5 * minute), 1);
    await moveToEarlierCoin(world.owner, coins, earlier(60 * minute));
    await chair.run(earlier(30 * minute), 10);
    expect((await chair.page()).stateSince).toBe(earlier(20 * minute).toISOString());
  });

  it("compares the minutes run with the opening hours, and lists closed days and hours", async () => {
    const without = (await (await openChair()).page()).utilisation;
    expect(
      without.every(({ openMinutes, share, closed }) => openMinutes === null && share === null && !closed),
    ).toBe(true);
    // Manila has the same offset from UTC as the manager, UTC+8.
    const today = Temporal.Instant.fromEpochMilliseconds(startMs)
      .toZonedDateTimeISO("Asia/Manila")
      .toPlainDate();
    const week = Array.from({ length: 7 }, (_, weekday) =>
      weekday + 1 === today.subtract({ days: 2 }).dayOfWeek ? [] : [{ opens: 600, closes: 1_320 }],
    );
    const chair = await openChair(undefined, week);
    const at = (daysAgo: number, time: string) =>
      new Date(
        today.subtract({ days: daysAgo }).toZonedDateTime({ timeZone: "Asia/Manila", plainTime: time })
          .epochMilliseconds,
      );
    await chair.run(at(1, "12:00"), 72);
    await chair.run(at(1, "21:50"), 20);
    const { utilisation, openShare, hourShares, closedHours } = await chair.page();
    expect(utilisation.slice(-3, -1)).toEqual([
      {
        date: today.subtract({ days: 2 }).toString(),
        minutes: 0,
        closed: true,
        openMinutes: 0,
        share: null,
      },
      // 82 of 720 open minutes; 10 of the 92 minutes were after closing time.
      {
        date: today.subtract({ days: 1 }).toString(),
        minutes: 92,
        closed: false,
        openMinutes: 720,
        share: 11,
      },
    ]);
    expect(openShare).toBe(1);
    expect(closedHours).toHaveLength(168 - 6 * 12);
    const firstHour = (today.subtract({ days: 1 }).dayOfWeek - 1) * 24;
    expect(closedHours).toContain(firstHour + 9);
    expect(closedHours).not.toContain(firstHour + 10);
    expect(hourShares[firstHour + 12]).toBe(25);
    expect(hourShares[firstHour + 22]).toBeNull();
  });

  it("[G-9] counts only the time at the outlet to which the chair was moved", async () => {
    const always = Array.from({ length: 7 }, () => [{ opens: 0, closes: 1_440 }]);
    const chair = await openChair(undefined, always);
    await chair.run(earlier(5 * day), 10);
    await chair.report("fault", 1, earlier(4 * day));
    const moved = await chair.move(earlier(2 * day), always);
    expect((await chair.timeline()).code).not.toBe(200);
    expect((await moved.timeline()).data.items).toEqual([]);
    const page = await moved.page();
    const openMinutes = page.utilisation.reduce((sum, { openMinutes: open }) => sum + (open ?? 0), 0);
    expect(openMinutes).toBeGreaterThan(2_879);
    expect(openMinutes).toBeLessThan(2_890);
    // The last run was at the earlier outlet, so the state begins with the move.
    expect(page.stateSince).toBe(earlier(2 * day).toISOString());

    await chair.report("fault", 2, earlier(day));
    expect((await moved.timeline()).data.items.map(({ kind }) => kind)).toEqual(["fault"]);
  });

  it("shows when the chair went offline, became faulty, or was disabled", async () => {
    const chair = await openChair();
    const set = (state: ReturnType<typeof sql>) =>
      sql`UPDATE device SET ${state} WHERE device_id = ${chair.deviceId}`.execute(world.owner);
    await set(sql`online = false, last_seen_at = ${earlier(7 * minute)}`);
    expect((await chair.page()).stateSince).toBe(earlier(7 * minute).toISOString());
    await chair.report("fault", 1, earlier(9 * minute));
    await chair.report("cleared", 2, earlier(8 * minute));
    await chair.report("fault", 3, earlier(5 * minute));
    await set(sql`online = true, fault = 'E7'`);
    expect(await chair.page()).toMatchObject({
      device: { fault: "E7" },
      stateSince: earlier(5 * minute).toISOString(),
    });
    await set(sql`disabled_at = ${earlier(minute)}`);
    expect((await chair.page()).stateSince).toBe(earlier(minute).toISOString());
  });
});

describe("[CHAIR-1] the timeline of a chair", () => {
  it("contains orders, faults, and quarantined coins, newest first, without gaps between pages", async () => {
    const chair = await openChair();
    const ids: string[] = [];
    for (let n = 1; n <= 6; n += 1) ids.push(await chair.run(earlier(n * 10 * minute), 5));
    await chair.report("fault", 1, earlier(25 * minute));
    await chair.report("cleared", 2, earlier(24 * minute));
    await chair.report("coin", 3, earlier(24 * minute));
    // The coin has the same time as an order.
    await chair.quarantine(4, earlier(30 * minute));
    const whole = (await chair.timeline({ limit: 100 })).data;
    expect(whole.items.map(({ kind }) => kind)).toEqual([
      "order",
      "order",
      "cleared",
      "fault",
      "quarantined",
      "order",
      "order",
      "order",
      "order",
    ]);
    expect(whole.nextCursor).toBeNull();
    expect(whole.items[0]).toMatchObject({ orderId: ids[0], status: "completed", payType: "coupon" });
    expect(whole.items[3]).toMatchObject({ kind: "fault", fault: "E7", orderId: null });

    const paged: unknown[] = [];
    let cursor: string | null = null;
    do {
      const { data } = await chair.timeline({ limit: 2, ...(cursor === null ? {} : { cursor }) });
      paged.push(...data.items);
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole.items);
  });

  it("begins with the chair's installation at its outlet, and contains no orders of another outlet", async () => {
    const chair = await openChair();
    await chair.report("fault", 1, earlier(40 * day));
    const other = await makeOutlet(world.owner);
    await makeOrder(world.owner, {
      deviceId: chair.deviceId,
      outletId: other,
      status: "completed",
      orderedAt: earlier(31 * day),
    });
    expect((await chair.timeline()).data.items).toEqual([]);
  });

  it("[CASH-4] contains collections only for managers with the permission `cash`", async () => {
    for (const [permissions, kinds] of [
      [["home", "details"], ["fault"]],
      [
        ["home", "details", "cash"],
        ["collection", "fault"],
      ],
    ] as const) {
      const chair = await openChair(permissions);
      await chair.collect(earlier(minute), 12_300);
      await chair.report("fault", 1, earlier(2 * minute));
      const { items } = (await chair.timeline()).data;
      expect(items.map(({ kind }) => kind)).toEqual(kinds);
      if (items[0]?.kind === "collection")
        expect(items[0]).toMatchObject({ amount: 12_300, currency: "PHP" });
    }
  });

  it("[CASH-4] states the corrected amount of a collection", async () => {
    const chair = await openChair(["home", "details", "cash"]);
    await chair.collect(earlier(minute), 12_300);
    await chair.correct(12_400);
    await chair.correct(12_500);
    const { items } = (await chair.timeline()).data;
    expect(items).toMatchObject([{ kind: "collection", amount: 12_500 }]);
  });

  it("[ALERT-3] contains the chair's alerts, including those of its cash box for managers with the permission `cash`", async () => {
    for (const [permissions, kinds] of [
      [["home", "details"], ["chairFault"]],
      [
        ["home", "details", "cash"],
        ["cashBoxFull", "chairFault"],
      ],
    ] as const) {
      const { deviceId, outletId, timeline } = await openChair(permissions);
      for (const [index, kind] of ["cashBoxFull", "chairFault"].entries())
        await sql`INSERT INTO alert (alert_id, kind, cause, outlet_id, device_id, since, quantity, fault, opened_at,
            resolved_at)
          VALUES (gen_random_uuid(), ${kind}, ${`${kind}:${deviceId}`}, ${outletId}, ${deviceId}, ${earlier(day)}, 3,
            'E7', ${earlier(index * minute)}, ${earlier(0)})`.execute(world.owner);
      const { items } = (await timeline()).data;
      expect(items.map(({ kind, alert }) => [kind, alert?.kind])).toEqual(
        kinds.map((kind) => ["alert", kind]),
      );
      expect(items.at(-1)).toMatchObject({
        fault: "E7",
        alert: { quantity: 3, since: earlier(day).toISOString(), resolved: true },
      });
    }
  });

  it("rejects a cursor of another chair", async () => {
    const [one, other] = [await openChair(), await openChair()];
    for (let n = 1; n <= 3; n += 1) await one.run(earlier(n * minute), 1);
    const { nextCursor } = (await one.timeline({ limit: 1 })).data;
    expect(await other.timeline({ cursor: nextCursor ?? "" })).toMatchObject({ code: 400 });
  });
});
