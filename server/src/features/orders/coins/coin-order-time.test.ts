import fc from "fast-check";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { selectTimeline } from "#features/devices/page/device-timeline-store.ts";
import { countMatching, countNormalByDevice } from "#features/orders/listing/order-counts-store.ts";
import { allOrders, selectOrders } from "#features/orders/listing/order-list-store.ts";
import { at, type CoinEvent, openCoinChair } from "#test/app/coin-chair.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";

let test: TestDatabase;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await openTestDatabase();
  outlet = await makePricedOutlet(test.owner);
});
afterEach(async () => expect(await runAudit(test.database)).toEqual([]));
afterAll(() => test.close());

type Chair = Awaited<ReturnType<typeof openCoinChair>>;

const firstOf = { from: at(-900), to: at(0) };
const secondOf = { from: at(0), to: at(900) };

/** Reports a run whose first coin, inserted a second before noon, arrives after a coin of a second after noon. */
async function reorderedRun(): Promise<Chair> {
  const chair = await openCoinChair(test, outlet);
  const first = chair.coin("run", -1, { gear: 2 });
  const second = chair.coin("run", 1);
  chair.clock.advance(30_000);
  await chair.report(second);
  await chair.report(first);
  return chair;
}

/** Returns the chair's orders of a quarter-hour from every place that shows those of an outlet. */
async function shownIn({ deviceId }: Chair, range: typeof firstOf, { outletId } = outlet) {
  const { database } = test;
  const filter = { outletIds: [outletId], range };
  const ofChair = (orders: readonly { readonly deviceId: string }[]) =>
    orders.filter((order) => order.deviceId === deviceId).length;
  const byDevice = await countNormalByDevice(database, filter.outletIds, range);
  return {
    list: ofChair(await selectOrders(database, filter, null, 100)),
    narrowed: ofChair(await selectOrders(database, { ...filter, deviceId }, null, 100)),
    total: await countMatching(database, { ...filter, deviceId }),
    file: ofChair((await allOrders(filter).execute(database)).rows),
    counted: byDevice.find((one) => one.deviceId === deviceId)?.orders ?? 0,
  };
}

/** Returns the number of the chair's orders of the first quarter-hour until a time within it. */
async function countedUntil({ deviceId }: Chair, to: Date) {
  const range = { from: firstOf.from, to };
  const byDevice = await countNormalByDevice(test.database, [outlet.outletId], range);
  return byDevice.find((one) => one.deviceId === deviceId)?.orders ?? 0;
}

const once = { list: 1, narrowed: 1, total: 1, file: 1, counted: 1 };
const never = { list: 0, narrowed: 0, total: 0, file: 0, counted: 0 };

describe("a coin that arrives after a later one of its run", () => {
  it("[CASH-1] sets the time and gear of its order, both while the order runs and afterwards", async () => {
    const chair = await reorderedRun();
    const order = { ordered_at: at(-1), started_at: at(-1), gear: 2, minutes: 2, amount_minor: 2000 };
    expect(await chair.ordersOf()).toMatchObject([{ ...order, status: "running", ends_at: at(119) }]);
    expect(await shownIn(chair, firstOf)).toEqual(once);
    expect(await shownIn(chair, secondOf)).toEqual(never);
    expect([await countedUntil(chair, at(-1)), await countedUntil(chair, at(-0.999))]).toEqual([0, 1]);
    chair.clock.advance(200_000);
    await chair.report(chair.finished("run", 119, 120));
    expect(await chair.ordersOf()).toMatchObject([{ ...order, status: "completed", ended_at: at(119) }]);
    expect(await chair.orderCounts()).toEqual([{ starts_at: firstOf.from, status: "completed", orders: 1 }]);
    expect(await shownIn(chair, firstOf)).toEqual(once);
    expect(await shownIn(chair, secondOf)).toEqual(never);
    expect([await countedUntil(chair, at(-1)), await countedUntil(chair, at(-0.999))]).toEqual([0, 1]);
  });

  it("[CASH-1] [G-9] appears only in lists of the outlet of its order", async () => {
    const chair = await reorderedRun();
    expect(await shownIn(chair, firstOf)).toEqual(once);
    expect(await shownIn(chair, firstOf, await makePricedOutlet(test.owner))).toEqual(never);
  });

  it("[CASH-1] [ORD-1] moves its order to the right position in pages, files, and the timeline of the chair", async () => {
    const chair = await openCoinChair(test, outlet);
    const [moved, earlier, between] = [
      chair.coin("moved", 1000),
      chair.coin("a", 990),
      chair.coin("b", 1010),
    ];
    const last = chair.coin("moved", 1020);
    chair.clock.advance(3_600_000);
    await chair.report(last, between, earlier, moved);
    const expected = [at(1010), at(1000), at(990)];
    const filters = [
      { outletIds: [outlet.outletId], range: { from: at(900), to: at(1800) } },
      { outletIds: [outlet.outletId], deviceId: chair.deviceId },
    ];
    for (const filter of filters) {
      const times: Date[] = [];
      let before: string | null = null;
      for (let page = 0; page < 4; page += 1) {
        const [order]: Awaited<ReturnType<typeof selectOrders>> = await selectOrders(
          test.database,
          filter,
          before,
          1,
        );
        if (order === undefined) break;
        times.push(order.orderedAt);
        before = order.listedId;
      }
      expect(times).toEqual(expected);
      const file = await allOrders(filter).execute(test.database);
      expect(file.rows.map((row) => new Date(row.orderedMs))).toEqual(expected);
    }
    const timeline = { deviceId: chair.deviceId, outletId: outlet.outletId, atOutletSince: new Date(0) };
    const times: Date[] = [];
    let position: { at: Date; key: string } | null = null;
    for (let page = 0; page < 4; page += 1) {
      const of = { ...timeline, withCollections: false, alertKinds: [] };
      const [entry]: Awaited<ReturnType<typeof selectTimeline>> = await selectTimeline(
        test.database,
        of,
        position,
        1,
      );
      if (entry === undefined) break;
      times.push(entry.at);
      position = { at: entry.at, key: entry.key };
    }
    expect(times).toEqual(expected);
  });
});

it("refuses in the database an order ID with another time, except for coin orders", async () => {
  const chair = await reorderedRun();
  await expect(
    sql`UPDATE orders SET order_type = 'counter' WHERE device_id = ${chair.deviceId}`.execute(test.owner),
  ).rejects.toThrow("orders_id_holds_time");
});

interface Scenario {
  /** For each run: seconds since the previous run, and seconds between its coins. */
  readonly runs: readonly { readonly pause: number; readonly gaps: readonly number[] }[];
  readonly gears: readonly number[];
  readonly end: "finished" | "stopped" | null;
  readonly started: boolean;
  readonly arrivesAfter: number;
}

/** Returns the events of a scenario in the order in which the chair numbers them. */
function eventsOf(chair: Chair, { runs, gears, end, started }: Scenario): CoinEvent[] {
  let second = -600;
  return runs.flatMap(({ pause, gaps }, run) => {
    const runId = `run-${run}`;
    second += pause;
    const from = second;
    const events = [0, ...gaps].flatMap((gap, index) => {
      second += gap;
      const coin = chair.coin(runId, second, { gear: gears[index % gears.length] ?? 1 });
      return index === 0 && started ? [coin, chair.started(runId, second)] : [coin];
    });
    second = from + 60 * (1 + gaps.length);
    return end === null ? events : [...events, chair[end](runId, second, second - from)];
  });
}

async function outcomeOf(
  scenario: Scenario,
  isTogether: boolean,
  arrange: (events: CoinEvent[]) => CoinEvent[],
): Promise<unknown> {
  const chair = await openCoinChair(test, outlet);
  const events = eventsOf(chair, scenario);
  const newest = Math.max(...events.map((event) => Date.parse(event.at ?? "")));
  chair.clock.advance(newest - chair.clock.now().getTime() + scenario.arrivesAfter * 1000);
  const arrived = arrange(events);
  if (isTogether) await chair.reportTogether(arrived);
  else await chair.report(...arrived);
  // Runs whose end the chair did not report are ended by the server's deadline.
  chair.clock.advance(24 * 3_600_000);
  while ((await chair.orders.processDueDeadlines()) > 0);
  const orders = await chair.ordersOf();
  return {
    orders: orders.sort((a, b) => a.ordered_at.getTime() - b.ordered_at.getTime()),
    entries: await chair.entries(),
    quarters: await chair.quarters(),
    counts: await chair.orderCounts(),
    quarantined: await chair.quarantined(),
    missing: (await chair.cases("coinsMissing")).length,
  };
}

it("[CASH-1] [G-7] creates the same orders, income, and counts for coins in any order, repetition, and batches", async () => {
  const scenarios = fc.record({
    runs: fc.array(
      fc.record({
        pause: fc.integer({ min: 1, max: 400 }),
        gaps: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    gears: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
    end: fc.constantFrom("finished" as const, "stopped" as const, null),
    started: fc.boolean(),
    arrivesAfter: fc.integer({ min: 0, max: 300 }),
  });
  // Few different positions let some sequences of events stay together.
  const permutations = fc.array(fc.nat(4), { minLength: 24, maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(
      scenarios,
      permutations,
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      async (scenario, positions, copies, isTogether) => {
        const inOrder = await outcomeOf(scenario, true, (events) => events);
        const shuffled = await outcomeOf(scenario, isTogether, (events) =>
          Array.from({ length: copies }, () => events)
            .flat()
            .map((event, index) => ({ event, position: positions[index % positions.length] ?? 0 }))
            .sort((a, b) => a.position - b.position)
            .map(({ event }) => event),
        );
        expect(shuffled).toEqual(inOrder);
      },
    ),
    { seed: printedSeed("coins in any order and batches"), numRuns: sampleOf(80), endOnFailure: true },
  );
}, 120_000);
