import { findSendable } from "#features/chair-commands/chair-commands-store.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeCase } from "#features/cases/index.ts";
import { runAudit } from "#features/audit/index.ts";
import { defaultOrderTimes, type OrderTimes } from "#features/orders/index.ts";
import { at, type CoinEvent, noon, openCoinChair } from "#test/app/coin-chair.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await sharedTestDatabase("audited");
  outlet = await makePricedOutlet(test.owner);
});
afterEach(async () => expect(await runAudit(test.database)).toEqual([]));
afterAll(() => test.close());

const openChair = (device: { priceGroupId?: null } = {}, options: { times?: OrderTimes } = {}) =>
  openCoinChair(test, outlet, device, options);

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

describe("a coin", () => {
  it("[CASH-1] starts an order, is booked as cash at its time of insertion, and ends with the run", async () => {
    const chair = await openChair();
    chair.clock.advance(2_000);
    await chair.report(chair.coin("run", 1), chair.started("run", 1));
    const order = { order_type: "coin", amount_minor: 1000, minutes: 1, currency: "PHP", gear: 1 };
    expect(await chair.ordersOf()).toMatchObject([
      { ...order, status: "running", ordered_at: at(1), started_at: at(1), ends_at: at(61), ended_at: null },
    ]);
    expect(await chair.entries()).toEqual([
      { source: "coin", channel: "cash", amount_minor: 1000, currency: "PHP", occurred_at: at(1) },
    ]);
    chair.clock.advance(60_000);
    await chair.report(chair.finished("run", 61, 60));
    expect(await chair.ordersOf()).toMatchObject([
      { ...order, status: "completed", ended_at: at(61), end_reason: "finished" },
    ]);
  });

  it.each(["0000-01-01T00:00:00Z", "+275760-09-13T00:00:00.000Z", "-000001-01-01T00:00:00Z", "never"])(
    "[CASH-1] [G-7] is booked at its time of arrival if the chair reports the time %s",
    async (claimed) => {
      const chair = await openChair();
      await chair.report(chair.coin("run", 1, { at: claimed }));
      expect((await chair.entries()).map((entry) => entry.occurred_at)).toEqual([noon]);
    },
  );

  it("[CASH-1] adds amount and time to the order of a running massage", async () => {
    const chair = await openChair();
    chair.clock.advance(30_000);
    await chair.report(chair.coin("run", 1), chair.started("run", 1), chair.coin("run", 20));
    expect(await chair.ordersOf()).toMatchObject([
      { status: "running", amount_minor: 2000, minutes: 2, ends_at: at(121) },
    ]);
    expect((await chair.entries()).map((entry) => entry.occurred_at)).toEqual([at(1), at(20)]);
    expect(await chair.quarters()).toEqual([{ starts_at: noon, cash_minor: 2000, cash_entries: 2 }]);
  });

  it("[CASH-1] [CHAIR-2] starts a massage that only further coins can extend and that a manager can stop", async () => {
    const chair = await openChair();
    chair.clock.advance(2_000);
    await chair.report(chair.coin("run", 1), chair.started("run", 1));
    const { caller } = await makeManager(test.owner, { outletIds: [outlet.outletId] });
    const [{ order_id: orderId } = { order_id: "" }] = await sql<{ order_id: string }>`
      SELECT order_id FROM orders
      WHERE device_id = ${chair.deviceId}`.rows(test.owner);
    const request = { orderId, priceId: outlet.priceIds[0], payType: "cash" as const };
    const extending = chair.orders.extend({ caller, request, ip: "::1", saveReply: () => {} });
    await expect(extending).rejects.toMatchObject({ resultName: "orderStatusForbids" });
    await chair.orders.stop({ caller, request: { orderId }, saveReply: () => {} });
    const stop = await sql<{ id: string; order_id: string | null }>`
      SELECT command_id AS id, order_id FROM chair_command
      WHERE device_id = ${chair.deviceId} AND type = 'stop'`.firstRow(test.owner);
    expect(stop.order_id).toBe(orderId);
    const findStop = () => findSendable(test.owner, stop.id, chair.clock.now());
    expect(await findStop()).toMatchObject({ isOfCoinOrder: true });
    const trail = await sql`
      SELECT actor, action FROM audit_entry WHERE subject = ${`order:${orderId}`}`.rows(test.owner);
    expect(trail).toEqual([{ actor: `manager:${caller.accountId}`, action: "order.stopped" }]);
    chair.clock.advance(5_000);
    await chair.report(chair.stopped("run", 6, 5));
    expect(await chair.ordersOf()).toMatchObject([{ status: "completed", end_reason: "stopped" }]);
    // A delayed stop would end the run of the next coins.
    expect(await findStop()).toBeNull();
  });

  it("[CASH-1] that bought no time becomes a completed order of 0 minutes", async () => {
    const chair = await openChair();
    chair.clock.advance(5_000);
    await chair.report(chair.coin("extra", 1, { seconds: 0 }));
    expect(await chair.ordersOf()).toMatchObject([
      { status: "completed", minutes: 0, amount_minor: 1000, started_at: null, ended_at: at(1) },
    ]);
  });

  it("[CASH-1] [START-2] is booked for a chair without prices", async () => {
    const chair = await openChair({ priceGroupId: null });
    chair.clock.advance(5_000);
    await chair.report(chair.coin("run", 1));
    expect(await chair.entries()).toMatchObject([{ amount_minor: 1000, currency: "PHP" }]);
  });

  it("[CASH-1] is booked while the chair has another live order, which stays unchanged", async () => {
    const chair = await openChair();
    const { caller } = await makeManager(test.owner, { outletIds: [outlet.outletId] });
    const priceId = outlet.priceIds[0];
    const request = { deviceId: chair.deviceId, priceId, payType: "cash" as const };
    await chair.orders.place({ caller, request, ip: "::1", saveReply: () => {} });
    chair.clock.advance(3_000);
    await chair.report(chair.coin("run", 1), chair.started("run", 1));
    const statuses = (await chair.ordersOf()).map(({ order_type, status }) => [order_type, status]);
    expect(statuses).toEqual([
      ["counter", "starting"],
      ["coin", "completed"],
    ]);
    chair.clock.advance(60_000);
    await chair.report(chair.finished("run", 61, 60));
    expect((await chair.ordersOf())[1]).toMatchObject({ ended_at: at(61), end_reason: "finished" });
  });
});

describe("a coin that arrives together with other events", () => {
  it("[CASH-1] starts the next massage if the end of the previous one arrives with it", async () => {
    const chair = await openChair();
    await chair.report(chair.coin("a", 1));
    const events = [chair.finished("a", 61, 60), chair.coin("b", 62)];
    chair.clock.advance(63_000);
    await chair.process({ events });
    expect(await chair.ordersOf()).toMatchObject([
      { status: "completed", end_reason: "finished" },
      { status: "running", ended_at: null },
    ]);
  });

  it("[CASH-3] [G-7] closes the case of a missing event even if the chair repeats a known event and adds a new one", async () => {
    const chair = await openChair();
    const [first, missing, known, added] = [1, 2, 3, 4].map((seconds) => chair.coin("a", seconds)) as [
      CoinEvent,
      CoinEvent,
      CoinEvent,
      CoinEvent,
    ];
    const gaps = () =>
      sql`SELECT FROM attention_case
        WHERE kind = 'eventGap' AND device_id = ${chair.deviceId} AND closed_at IS NULL`.rows(test.database);
    chair.clock.advance(60_000);
    await chair.report(first, known);
    expect(await gaps()).toHaveLength(1);
    await chair.process({ events: [missing, known, added] });
    expect(await gaps()).toHaveLength(0);
  });
});

describe("coins that arrive late", () => {
  it("[CASH-2] are counted in the quarter-hour of their insertion, with completed orders", async () => {
    const chair = await openChair();
    const events = [
      chair.coin("a", 1),
      chair.started("a", 1),
      chair.finished("a", 61, 60),
      chair.coin("b", 3600),
    ];
    chair.clock.advance(40 * 24 * 3_600_000);
    await chair.report(...events);
    expect(await chair.quarters()).toEqual([
      { starts_at: noon, cash_minor: 1000, cash_entries: 1 },
      { starts_at: at(3600), cash_minor: 1000, cash_entries: 1 },
    ]);
    expect(await chair.ordersOf()).toMatchObject([
      { status: "completed", ordered_at: at(1), ended_at: at(61), end_reason: "finished" },
      { status: "completed", ordered_at: at(3600), ended_at: at(3660), end_reason: "silent" },
    ]);
  });

  it("[CASH-1] [G-7] give the same result in any order and with any repetition of their events", async () => {
    const results: unknown[] = [];
    const make = async () => {
      const chair = await openChair();
      const events = [
        chair.coin("run", 10),
        chair.started("run", 10),
        chair.coin("run", 10),
        chair.stopped("run", 70, 60),
      ];
      return { chair, events };
    };
    const orders = permutations([0, 1, 2, 3]);
    for (const order of orders) {
      const { chair, events } = await make();
      chair.clock.advance(80_000);
      const shuffled = order.map((index) => events[index] as CoinEvent);
      await chair.report(...shuffled, ...shuffled.toReversed());
      results.push({
        orders: await chair.ordersOf(),
        entries: await chair.entries(),
        quarters: await chair.quarters(),
        cases: (await chair.cases("coinsMissing")).length + (await chair.cases("eventGap")).length,
      });
    }
    expect(results[0]).toMatchObject({
      orders: [{ status: "completed", amount_minor: 2000, minutes: 2, started_at: at(10), ended_at: at(70) }],
      cases: 0,
    });
    for (const result of results) expect(result).toEqual(results[0]);
  });
});

describe("an implausible coin", () => {
  it("[CASH-3] is quarantined and opens a case if its currency is not that of the outlet", async () => {
    const chair = await openChair();
    chair.clock.advance(5_000);
    await chair.report(chair.coin("run", 1, { currency: "MYR" }));
    expect(await chair.entries()).toEqual([]);
    expect(await chair.ordersOf()).toEqual([]);
    expect(await chair.quarantined()).toEqual([
      { reason: "currency", amount_minor: 1000, currency: "MYR", state: "waiting" },
    ]);
    expect(await chair.cases("coinsDoubted")).toMatchObject([
      { detail: { reason: "currency", outletCurrency: "PHP", event: { amount: 1000, currency: "MYR" } } },
    ]);
  });

  it("[CASH-3] reopens a closed case with its own facts", async () => {
    const chair = await openChair();
    chair.clock.advance(5_000);
    await chair.report(chair.coin("run", 1, { currency: "MYR" }));
    await sql`
      UPDATE attention_case SET closed_at = now(), opened_at = opened_at - interval '30 days'
      WHERE device_id = ${chair.deviceId}`.execute(test.owner);
    const before = chair.clock.now();
    await chair.report(chair.coin("run", 2, { currency: "MYR", amount: 2000 }));
    expect(await chair.cases("coinsDoubted")).toMatchObject([{ detail: { event: { amount: 2000 } } }]);
    const opened = await sql<{ at: Date }>`
      SELECT opened_at AS at FROM attention_case WHERE device_id = ${chair.deviceId}`.firstRow(test.owner);
    expect(opened.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it("[CASH-3] is quarantined above the limit per minute of the price group, but not in the next minute", async () => {
    const chair = await openChair();
    await sql`UPDATE price_group SET coins_per_minute = 3 WHERE price_group_id = ${outlet.priceGroupId}`.execute(
      test.owner,
    );
    chair.clock.advance(120_000);
    for (const second of [1, 2, 3, 4, 5, 61]) await chair.report(chair.coin("run", second));
    expect(await chair.entries()).toHaveLength(4);
    expect(await chair.quarantined()).toMatchObject([{ reason: "rate" }, { reason: "rate" }]);
    expect(await chair.cases("coinsDoubted")).toHaveLength(1);
    await sql`UPDATE price_group SET coins_per_minute = 30 WHERE price_group_id = ${outlet.priceGroupId}`.execute(
      test.owner,
    );
  });

  it("[CASH-3] is quarantined if its counter decreased or does not match its amount, unlike valid coins after it", async () => {
    const chair = await openChair();
    chair.clock.advance(60_000);
    await chair.report(chair.coin("run", 1), chair.coin("run", 2));
    await chair.report(chair.coin("run", 3, { counterBefore: 0, counterAfter: 1000 }));
    await chair.report(chair.coin("run", 4, { counterBefore: 3000, counterAfter: 9_000_000 }));
    expect(await chair.quarantined()).toMatchObject([{ reason: "counter" }, { reason: "counter" }]);
    await chair.report(chair.coin("run", 5, { counterBefore: 2000, counterAfter: 3000 }));
    expect(await chair.entries()).toHaveLength(3);
    expect(await chair.cases("coinsMissing")).toEqual([]);
  });

  it("[CASH-3] is quarantined if it is larger than any banknote", async () => {
    const chair = await openChair();
    chair.clock.advance(5_000);
    await chair.report(chair.coin("run", 1, { amount: 100_001 }));
    expect(await chair.quarantined()).toMatchObject([{ reason: "amount", amount_minor: 100_001 }]);
  });
});

describe("a counter that rose without an event", () => {
  it("[CASH-3] opens a case for the missing amount, which the delayed event closes", async () => {
    const chair = await openChair();
    chair.clock.advance(60_000);
    const [first, lost, third] = [chair.coin("run", 1), chair.coin("run", 2), chair.coin("run", 3)];
    await chair.report(first, third);
    expect(await chair.cases("coinsMissing")).toMatchObject([
      {
        subject: chair.deviceId,
        detail: {
          count: 1,
          missingMinor: 1000,
          currency: "PHP",
          newest: [{ beforeSeq: 1, afterSeq: 3, missingMinor: 1000 }],
        },
      },
    ]);
    await chair.report(lost);
    expect(await chair.cases("coinsMissing")).toEqual([]);
    expect(await chair.ordersOf()).toMatchObject([{ amount_minor: 3000, minutes: 3 }]);
  });

  it("[CASH-3] [G-6] opens one case per chair with the number of gaps, their sum, and the newest 20 gaps", async () => {
    const chair = await openChair();
    chair.clock.advance(3_600_000);
    const lost: ReturnType<typeof chair.coin>[] = [];
    await chair.report(chair.coin("run", 0));
    for (let gap = 1; gap <= 25; gap += 1) {
      lost.push(chair.coin("run", 60 * gap));
      await chair.report(chair.coin("run", 60 * gap + 30));
    }
    const [opened] = await chair.cases("coinsMissing");
    expect(await chair.cases("coinsMissing")).toHaveLength(1);
    expect(opened?.detail).toMatchObject({ count: 25, missingMinor: 25_000 });
    const newest = opened?.detail["newest"] as { beforeSeq: number }[];
    expect(newest.map(({ beforeSeq }) => beforeSeq)).toEqual(
      Array.from({ length: 20 }, (_, index) => 49 - 2 * index),
    );
    await chair.report(lost[24] as (typeof lost)[0]);
    expect((await chair.cases("coinsMissing"))[0]?.detail).toMatchObject({ count: 24, missingMinor: 24_000 });

    // After a person has closed the case, only gaps that are found later are counted.
    await transact(test.database, (uow) => closeCase(uow, opened?.caseId as string, chair.clock.now()));
    await chair.report(lost[23] as (typeof lost)[0]);
    expect(await chair.cases("coinsMissing")).toEqual([]);
    chair.lose();
    await chair.report(chair.coin("run", 1_800));
    expect(await chair.cases("coinsMissing")).toMatchObject([
      { caseId: opened?.caseId, detail: { count: 1, missingMinor: 1000, newest: [{ afterSeq: 53 }] } },
    ]);
    expect(await runAudit(test.database)).toEqual([]);
  });

  it("[CASH-3] counts only the remainder of a gap after a delayed coin", async () => {
    const chair = await openChair();
    chair.clock.advance(60_000);
    const coins = Array.from({ length: 5 }, (_, index) => chair.coin("run", index));
    const [first, second, middle, fourth, last] = coins as [
      CoinEvent,
      CoinEvent,
      CoinEvent,
      CoinEvent,
      CoinEvent,
    ];
    await chair.report(first, last);
    await chair.report(middle);
    expect(await chair.cases("coinsMissing")).toMatchObject([
      {
        detail: {
          count: 2,
          missingMinor: 2000,
          newest: [
            { beforeSeq: 1, afterSeq: 3 },
            { beforeSeq: 3, afterSeq: 5 },
          ],
        },
      },
    ]);
    await chair.report(second);
    expect(await chair.cases("coinsMissing")).toMatchObject([{ detail: { count: 1, missingMinor: 1000 } }]);
    await chair.report(fourth);
    expect(await chair.cases("coinsMissing")).toEqual([]);
  });

  it("[CASH-3] opens a case even if the event numbers have no gap", async () => {
    const chair = await openChair();
    chair.clock.advance(60_000);
    await chair.report(
      chair.coin("run", 1),
      chair.coin("run", 2, { counterBefore: 5000, counterAfter: 6000 }),
    );
    expect(await chair.cases("coinsMissing")).toMatchObject([{ detail: { missingMinor: 4000 } }]);
    expect(await chair.entries()).toHaveLength(2);
  });
});

describe("a massage on coins that its chair ends by a fault", () => {
  it.each([
    ["ten hours of a longer run", [36_000, 36_000], 0, false, { minutes: 600, value: 2_000 }],
    ["the minutes of a coin that arrives with the end", [60, 120], 30, true, { minutes: 3, value: 1_667 }],
  ])("[CASH-1] [CHAIR-6] may continue for %s", async (_what, bought, ran, isTogether, expected) => {
    outlet = await makePricedOutlet(test.owner);
    await makeDevice(test.owner, outlet);
    const chair = await openChair({}, { times: defaultOrderTimes });
    chair.clock.advance(60_000);
    const [first, second] = bought.map((seconds, index) => chair.coin("run", 1 + index, { seconds }));
    await chair.report(first as CoinEvent, chair.started("run", 1));
    const end: CoinEvent = { ...chair.stopped("run", 1 + ran, ran), reason: "fault" };
    if (isTogether) await chair.process({ events: [second as CoinEvent, end] });
    else await chair.report(second as CoinEvent, end);
    expect(await chair.ordersOf()).toMatchObject([{ status: "completed", end_reason: "fault" }]);
    expect(
      await sql`
        SELECT t.minutes, part.value_minor AS value FROM order_transfer t JOIN transfer_part part USING (order_id)
          JOIN orders o USING (order_id)
        WHERE o.device_id = ${chair.deviceId}`.rows(test.owner),
    ).toEqual([expected]);
  });
});
