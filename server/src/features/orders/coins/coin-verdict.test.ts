import { coinsTotal } from "#features/cash-boxes/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { selectBoxes } from "#features/cash-boxes/boxes-store.ts";
import { runAudit } from "#features/audit/index.ts";
import { type CoinEvent, openCoinChair } from "#test/app/coin-chair.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";

// Decision 35 states which results depend on the order in which coins arrive.
let test: TestDatabase;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await openTestDatabase();
  outlet = await makePricedOutlet(test.owner);
});
afterAll(() => test.close());

async function outcomeOf(
  coinsOf: (chair: Awaited<ReturnType<typeof openCoinChair>>) => CoinEvent[],
  arrange: (events: readonly CoinEvent[]) => readonly CoinEvent[],
) {
  const chair = await openCoinChair(test, outlet);
  chair.clock.advance(120_000);
  await chair.report(...arrange(coinsOf(chair)));
  const reasons = (await chair.quarantined()).map(({ reason }) => reason);
  return { booked: (await chair.entries()).length, reasons };
}

const permutations: readonly ((events: readonly CoinEvent[]) => readonly CoinEvent[])[] = [
  (events) => events,
  (events) => events.toReversed(),
  (events) => [...events.slice(3), ...events.slice(0, 3)],
];

async function cashBoxTotalOf(deviceId: string): Promise<number> {
  const { total } = await sql<{ total: number }>`
    SELECT total FROM (${coinsTotal(sql`${deviceId}`, sql`'infinity'`)}) AS box`.firstRow(test.owner);
  return total;
}

const withoutBefore = (coin: CoinEvent): CoinEvent => {
  delete coin.counterBefore;
  return coin;
};
const withoutAfter = (coin: CoinEvent): CoinEvent => {
  delete coin.counterAfter;
  return coin;
};

it("[CASH-3] books the same number of coins per minute in any order of arrival", async () => {
  await sql`UPDATE price_group SET coins_per_minute = 3 WHERE price_group_id = ${outlet.priceGroupId}`.execute(
    test.owner,
  );
  for (const arrange of permutations)
    expect(
      await outcomeOf((chair) => [1, 2, 3, 4, 5].map((second) => chair.coin("run", second)), arrange),
    ).toEqual({
      booked: 3,
      reasons: ["rate", "rate"],
    });
  await sql`UPDATE price_group SET coins_per_minute = 30 WHERE price_group_id = ${outlet.priceGroupId}`.execute(
    test.owner,
  );
  expect(await runAudit(test.database)).toEqual([]);
});

it("[CASH-3] quarantines a coin that reports only a counter that is too low for its amount", async () => {
  const chair = await openCoinChair(test, outlet);
  chair.clock.advance(120_000);
  await chair.report(chair.coin("run", 1, { counterBefore: 0, counterAfter: 5_000, amount: 5_000 }));
  await chair.report(withoutBefore(chair.coin("run", 2, { counterAfter: 5_500, amount: 1_000 })));
  await chair.report(withoutBefore(chair.coin("run", 3, { counterAfter: 6_000, amount: 1_000 })));
  expect(await chair.quarantined()).toMatchObject([{ reason: "counter", amount_minor: 1_000 }]);
  expect(await chair.entries()).toHaveLength(2);
});

it.each([
  ["before", withoutAfter],
  ["after", withoutBefore],
])(
  "[CASH-3] [CASH-4] detects missing coins of a chair that reports its counter only %s each insertion",
  async (_when, reduce) => {
    const chair = await openCoinChair(test, outlet);
    chair.clock.advance(120_000);
    const [first, lost, third, fourth] = [1, 2, 3, 4].map((second) => reduce(chair.coin("run", second)));
    await chair.report(first as CoinEvent, third as CoinEvent);
    await chair.report(fourth as CoinEvent);
    expect(await chair.cases("coinsMissing")).toMatchObject([
      { detail: { count: 1, missingMinor: 1000, newest: [{ beforeSeq: 1, afterSeq: 3 }] } },
    ]);
    // The cash box contains the coin whose event is missing.
    expect(await cashBoxTotalOf(chair.deviceId)).toBe(4_000);
    expect(await chair.quarantined()).toEqual([]);
    await chair.report(lost as CoinEvent);
    expect(await chair.cases("coinsMissing")).toEqual([]);
    expect(await chair.entries()).toHaveLength(4);
    expect(await runAudit(test.database)).toEqual([]);
  },
);

it("[CASH-3] quarantines a coin whose counter does not match its amount in any order of arrival", async () => {
  const coinsOf = (chair: Awaited<ReturnType<typeof openCoinChair>>) => [
    chair.coin("run", 1),
    chair.coin("run", 2, { counterBefore: 1000, counterAfter: 9_000_000 }),
    chair.coin("run", 3, { counterBefore: 1000, counterAfter: 2000 }),
    chair.coin("run", 4, { counterBefore: 2000, counterAfter: 3000 }),
  ];
  for (const arrange of permutations)
    expect(await outcomeOf(coinsOf, arrange)).toEqual({ booked: 3, reasons: ["counter"] });
  expect(await runAudit(test.database)).toEqual([]);
});

it("[CASH-3] [CASH-4] quarantines implausibly large counters and amounts, which stop neither later coins nor the cash box", async () => {
  const chair = await openCoinChair(test, outlet);
  chair.clock.advance(120_000);
  await chair.report(
    chair.coin("run", 1),
    withoutBefore(chair.coin("run", 2, { counterAfter: 1e300 })),
    chair.coin("run", 3, { counterBefore: 2 ** 60, counterAfter: 2 ** 60 + 512, amount: 512 }),
    chair.coin("run", 4, { currency: "IDR", amount: 1_000_000_000_000 }),
    chair.coin("run", 5, { counterBefore: 1_000, counterAfter: 2_000 }),
  );
  expect((await chair.quarantined()).map(({ reason }) => reason)).toEqual(["counter", "counter", "amount"]);
  expect(await chair.entries()).toHaveLength(2);
  expect(await cashBoxTotalOf(chair.deviceId)).toBe(2_000);
  expect(await runAudit(test.database)).toEqual([]);
});

it("[CASH-3] quarantines one of two coins whose counters contradict each other in any order of arrival", async () => {
  const coinsOf = (chair: Awaited<ReturnType<typeof openCoinChair>>) => [
    chair.coin("run", 1),
    chair.coin("run", 2, { counterBefore: 500, counterAfter: 1500 }),
  ];
  for (const arrange of permutations)
    expect(await outcomeOf(coinsOf, arrange)).toEqual({ booked: 1, reasons: ["counter"] });
  expect(await runAudit(test.database)).toEqual([]);
});

it("[CASH-3] [CLAIM-1] limits coins without a reliable time of all epochs of a chair together", async () => {
  await sql`UPDATE price_group SET coins_per_minute = 1 WHERE price_group_id = ${outlet.priceGroupId}`.execute(
    test.owner,
  );
  const chair = await openCoinChair(test, outlet);
  await chair.reportState(0);
  for (let epoch = 1; epoch <= 2; epoch += 1) {
    for (let seq = 1; seq <= 20; seq += 1) {
      chair.clock.advance(1_000);
      await chair.report(chair.coin("run", 0, { at: null }));
    }
    chair.loseMemory();
  }
  // Half an hour at one coin per minute.
  expect(await chair.entries()).toHaveLength(30);
  expect((await chair.quarantined()).map(({ reason }) => reason)).toEqual(Array(10).fill("earnings"));
  await sql`UPDATE price_group SET coins_per_minute = 30 WHERE price_group_id = ${outlet.priceGroupId}`.execute(
    test.owner,
  );
});

it("[CASH-3] [CASH-5] limits the contents of the cash box of a chair with implausibly many epochs", async () => {
  const { deviceId } = await openCoinChair(test, outlet);
  const payload = { counterBefore: 0, counterAfter: 1_000_000_000_000 };
  await sql`
    WITH epoch AS (SELECT ${deviceId}::text AS device_id, 'e' || n AS epoch FROM generate_series(1, 9100) n),
      known AS (INSERT INTO chair_epoch (device_id, epoch) SELECT device_id, epoch FROM epoch)
    INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
    SELECT device_id, epoch, 1, 'coin', now(), false, ${JSON.stringify(payload)}::jsonb, now() FROM epoch`.execute(
    test.owner,
  );
  const boxes = await selectBoxes(
    test.database,
    { outletIds: [outlet.outletId], deviceId },
    { sort: "outlet", after: null, limit: 1 },
  );
  expect(boxes.find((box) => box.deviceId === deviceId)).toMatchObject({ cashMinor: 100_000_000_000_000 });
});
