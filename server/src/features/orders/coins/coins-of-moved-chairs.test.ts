import fc from "fast-check";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { selectBoxes } from "#features/cash-boxes/boxes-store.ts";
import { importDevices } from "#features/device-import/index.ts";
import { findDevice } from "#features/devices/index.ts";
import { reviewQuarantinedCoin } from "#features/orders/index.ts";
import { runAudit } from "#features/audit/index.ts";
import { expectedCash } from "#features/cash-boxes/index.ts";
import { createPayments } from "#features/payments/index.ts";
import { defaultOrderTimes } from "#features/orders/record/order-dependencies.ts";
import { at, openCoinChair } from "#test/app/coin-chair.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
let first: PricedOutlet;
let second: PricedOutlet;
let abroad: PricedOutlet;
beforeAll(async () => {
  test = await sharedTestDatabase("audited");
  first = await makePricedOutlet(test.owner);
  second = await makePricedOutlet(test.owner);
  abroad = await makePricedOutlet(test.owner, "MYR");
});
afterEach(async () => expect(await runAudit(test.database)).toEqual([]));
afterAll(() => test.close());

type Chair = Awaited<ReturnType<typeof openCoinChair>>;

/** Creates a chair of the first outlet that was offline from noon for an hour and a half. */
async function openOfflineChair(): Promise<Chair> {
  const chair = await openCoinChair(test, first);
  chair.clock.advance(5_400_000);
  return chair;
}

const move = ({ deviceId }: Chair, { outletId, priceGroupId }: PricedOutlet, seconds: number) =>
  transact(test.database, (uow) =>
    importDevices(uow, [{ deviceId, outletId, priceGroupId }], at(seconds), "test"),
  );

/** Returns the outlet of each coin in the ledger and in its order, and its seconds since noon, oldest first. */
async function bookedAt({ deviceId }: Chair) {
  return sql<{ outletId: string; currency: string; at: Date; ordersOutletId: string }>`
    SELECT l.outlet_id AS "outletId", l.currency, l.occurred_at AS at, o.outlet_id AS "ordersOutletId"
    FROM ledger_entry l JOIN orders o USING (order_id)
    WHERE l.device_id = ${deviceId} ORDER BY l.occurred_at`.rows(test.owner);
}

const coinAt = ({ outletId, currency }: PricedOutlet, seconds: number) => ({
  outletId,
  currency,
  at: at(seconds),
  ordersOutletId: outletId,
});

describe("coins from before a move that arrive after it", () => {
  it("[CASH-2] are booked for the outlet at which they were inserted, in its currency", async () => {
    const chair = await openOfflineChair();
    const events = [
      chair.coin("before", 10),
      chair.finished("before", 70, 60),
      chair.coin("after", 3700, { currency: "MYR" }),
    ];
    await move(chair, abroad, 3600);
    await chair.reportTogether(events);
    expect(await bookedAt(chair)).toEqual([coinAt(first, 10), coinAt(abroad, 3700)]);
    expect(await chair.quarantined()).toEqual([]);
    const { rows } = await sql<object>`
      SELECT outlet_id AS "outletId", currency, cash_minor AS cash FROM revenue_rollup
      WHERE device_id = ${chair.deviceId} AND grain = 'day' ORDER BY currency`.execute(test.owner);
    expect(rows).toEqual([
      { outletId: abroad.outletId, currency: "MYR", cash: 1000 },
      { outletId: first.outletId, currency: "PHP", cash: 1000 },
    ]);
    const counted = await sql<object>`
      SELECT outlet_id AS "outletId", orders FROM order_rollup
      WHERE device_id = ${chair.deviceId} AND grain = 'day' AND orders > 0`.rows(test.owner);
    expect(counted).toHaveLength(2);
    for (const { outletId } of [first, abroad]) expect(counted).toContainEqual({ outletId, orders: 1 });
    const live = await sql<{ name: string }>`
      SELECT DISTINCT name FROM live_event
      WHERE outlet_id = ${first.outletId} AND name IN ('order', 'revenue') ORDER BY name`.rows(test.owner);
    expect(live).toEqual([{ name: "order" }, { name: "revenue" }]);
  });

  it("[CASH-2] belong to the outlet at their time of insertion after several moves, even back", async () => {
    const chair = await openOfflineChair();
    const events = [10, 1000, 2000, 3000].map((seconds) => chair.coin(`run-${seconds}`, seconds));
    await move(chair, second, 900);
    await move(chair, first, 1900);
    await move(chair, second, 2900);
    await chair.report(...events.toReversed());
    expect(await bookedAt(chair)).toEqual([
      coinAt(first, 10),
      coinAt(second, 1000),
      coinAt(first, 2000),
      coinAt(second, 3000),
    ]);
  });

  it("[CASH-2] belong to the outlet at their arrival if their time is not reliable", async () => {
    const chair = await openOfflineChair();
    await move(chair, second, 3600);
    await chair.report(chair.coin("run", 10, { at: null }));
    expect(await bookedAt(chair)).toEqual([coinAt(second, 5400)]);
  });

  it("[CASH-3] are quarantined for that outlet, and booked there when they are accepted", async () => {
    const chair = await openOfflineChair();
    const coin = chair.coin("run", 10, { currency: "MYR" });
    await move(chair, abroad, 3600);
    await chair.report(coin);
    const quarantined = await sql<object>`
      SELECT outlet_id AS "outletId", reason FROM quarantined_coin WHERE device_id = ${chair.deviceId}`.rows(
      test.owner,
    );
    expect(quarantined).toEqual([{ outletId: first.outletId, reason: "currency" }]);
    expect(await chair.cases("coinsDoubted")).toMatchObject([{ detail: { outletCurrency: "PHP" } }]);
    await accept(chair, coin);
    expect(await bookedAt(chair)).toEqual([{ ...coinAt(first, 10), currency: "MYR" }]);
  });
});

function accept({ deviceId, clock }: Chair, { epoch, seq }: { epoch: string; seq: number }) {
  const { database } = test;
  const payments = createPayments({ database, clock, providers: [], wake: () => {} });
  const decision = { deviceId, epoch, seq, accepted: true, note: null, actor: "test" };
  return transact(database, (uow) =>
    reviewQuarantinedCoin(uow, { clock, times: defaultOrderTimes, payments }, decision),
  );
}

/** Records a collection of the whole contents of the chair's cash box. */
async function collect({ deviceId }: Chair, { outletId, currency }: PricedOutlet, seconds: number) {
  const { accountId } = (await makeManager(test.owner, { outletIds: [outletId] })).caller;
  await sql`
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, collected_at, collected_by, recorded_at, recorded_by)
    SELECT gen_random_uuid(), 'collection', ${deviceId}, ${outletId}, ${currency}, box."expectedMinor",
      box."expectedMinor", box."coinsTotalMinor", ${at(seconds)}, ${accountId}, ${at(seconds)}, ${accountId}
    FROM (${expectedCash(sql`${deviceId}`, sql`${at(seconds)}::timestamptz`)}) AS box`.execute(test.owner);
}

describe("a move to an outlet with another currency", () => {
  it("[CASH-4] is refused while the cash box holds coins, and possible after a collection", async () => {
    const chair = await openOfflineChair();
    const { deviceId } = chair;
    await chair.report(chair.coin("run", 10), chair.coin("run", 20));
    expect(await move(chair, second, 100)).toMatchObject({ changed: 1, problems: [] });
    expect(await move(chair, abroad, 200)).toMatchObject({
      changed: 0,
      problems: [
        {
          column: "outletId",
          message:
            "has another currency (MYR), and the cash box holds ₱20.00: record a collection before moving the chair",
        },
      ],
    });
    expect(await findDevice(test.database, deviceId)).toMatchObject({ outletId: second.outletId });

    await collect(chair, second, 300);
    expect(await move(chair, abroad, 400)).toMatchObject({ changed: 1, problems: [] });
    await chair.report(chair.coin("run", 500, { currency: "MYR" }));
    const found = await selectBoxes(
      test.database,
      { outletIds: [abroad.outletId], deviceId },
      { sort: "outlet", after: null, limit: 1 },
    );
    expect(found.find((box) => box.deviceId === deviceId)).toMatchObject({
      currency: "MYR",
      cashMinor: 1000,
    });
  });
});

describe("coins of a run during which the chair is moved", () => {
  const runAcross = async (target: PricedOutlet) => {
    const chair = await openOfflineChair();
    const events = [
      chair.coin("run", 10),
      chair.coin("run", 30, { currency: target.currency }),
      chair.finished("run", 130, 120),
    ];
    await move(chair, target, 20);
    return { chair, events };
  };

  it.each(["MYR", "PHP"])(
    "[CASH-1] [G-7] become one order per outlet in any order of arrival (%s)",
    async (currency) => {
      const target = currency === "MYR" ? abroad : second;
      const expected = [coinAt(first, 10), coinAt(target, 30)];
      const together = await runAcross(target);
      await together.chair.reportTogether(together.events);
      expect(await bookedAt(together.chair)).toEqual(expected);
      const inOrder = await runAcross(target);
      await inOrder.chair.report(...inOrder.events);
      expect(await bookedAt(inOrder.chair)).toEqual(expected);
      const reversed = await runAcross(target);
      await reversed.chair.report(...reversed.events.toReversed());
      expect(await bookedAt(reversed.chair)).toEqual(expected);
    },
  );

  it("[CASH-3] become one order per outlet if one of them is accepted later", async () => {
    const chair = await openOfflineChair();
    const forged = chair.coin("run", 10, { counterBefore: 0, counterAfter: 9_000_000 });
    const events = [forged, chair.coin("run", 30)];
    await move(chair, second, 20);
    await chair.report(...events);
    expect(await bookedAt(chair)).toEqual([coinAt(second, 30)]);
    await accept(chair, forged);
    expect(await bookedAt(chair)).toEqual([coinAt(first, 10), coinAt(second, 30)]);
  });
});

it("[CASH-1] [CASH-3] creates a separate order for a coin after an accepted coin of another currency in the same run", async () => {
  const chair = await openOfflineChair();
  const foreign = chair.coin("run", 10, { currency: "MYR" });
  const next = chair.coin("run", 20);
  await chair.report(foreign);
  await accept(chair, foreign);
  await chair.report(next);
  expect(await chair.ordersOf()).toMatchObject([
    { currency: "MYR", amount_minor: 1000 },
    { currency: "PHP", amount_minor: 1000 },
  ]);
});

it("[CASH-2] [G-7] books every coin for the outlet at its time of insertion, with any moves and order of arrival", async () => {
  const seconds = fc.integer({ min: 1, max: 5000 });
  const moves = fc.uniqueArray(fc.record({ second: seconds, to: fc.nat(2) }), {
    maxLength: 4,
    selector: (one) => one.second,
  });
  const coins = fc.uniqueArray(
    fc.record({ second: seconds, run: fc.nat(2), isLate: fc.boolean(), position: fc.nat(9) }),
    { minLength: 1, maxLength: 8, selector: (one) => one.second },
  );
  const bySecond = (a: { second: number }, b: { second: number }) => a.second - b.second;
  await fc.assert(
    fc.asyncProperty(moves, coins, async (anyMoves, anyCoins) => {
      const chair = await openOfflineChair();
      const outlets = [first, second, abroad] as const;
      const moved = anyMoves.toSorted(bySecond);
      const placeAt = (at: number): PricedOutlet =>
        outlets[moved.findLast((one) => one.second <= at)?.to ?? 0] as PricedOutlet;
      const inserted = anyCoins.toSorted(bySecond).map((one) => ({
        ...one,
        event: chair.coin(`run-${one.run}`, one.second, { currency: placeAt(one.second).currency }),
      }));
      const onTime = inserted.filter(({ isLate }) => !isLate);
      const reported = new Set<unknown>();
      for (const { second: time, to } of moved) {
        const arriving = onTime.filter((one) => one.second < time && !reported.has(one));
        for (const one of arriving) reported.add(one);
        await chair.report(...arriving.map(({ event }) => event));
        // A chair with coins in its cash box cannot be moved to an outlet with another currency.
        await collect(chair, placeAt(time - 1), time);
        expect(await move(chair, outlets[to] as PricedOutlet, time)).toMatchObject({ problems: [] });
      }
      const late = inserted.filter((one) => !reported.has(one));
      await chair.report(...late.toSorted((a, b) => a.position - b.position).map(({ event }) => event));
      expect(await bookedAt(chair)).toEqual(inserted.map((one) => coinAt(placeAt(one.second), one.second)));
      expect(await chair.quarantined()).toEqual([]);
    }),
    { seed: printedSeed("coins of moved chairs"), numRuns: sampleOf(80), endOnFailure: true },
  );
}, 120_000);
