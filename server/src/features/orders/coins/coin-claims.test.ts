import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { at, type CoinEvent, openCoinChair } from "#test/app/coin-chair.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";

let test: TestDatabase;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await sharedTestDatabase("audited");
  outlet = await makePricedOutlet(test.owner);
});
afterEach(async () => expect(await runAudit(test.database)).toEqual([]));
afterAll(() => test.close());

type Chair = Awaited<ReturnType<typeof openCoinChair>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Half an hour at 30 coins of 10.00 per minute: what a chair without history can earn in a day. */
const dayLimit = 900_000;

const bookedMinor = async (chair: Chair) =>
  (await chair.entries()).reduce((sum, { amount_minor: amount }) => sum + amount, 0);
const reasonsOf = async (chair: Chair) => (await chair.quarantined()).map(({ reason }) => reason);
const withoutCounters = (coin: CoinEvent): CoinEvent => {
  delete coin.counterBefore;
  delete coin.counterAfter;
  return coin;
};

/** Opens a chair that the server has just heard of, with one booked coin. */
async function openChairInTouch(): Promise<Chair> {
  const chair = await openCoinChair(test, outlet);
  chair.clock.advance(12 * hourMs);
  chair.loseMemory(499_000);
  await chair.report(chair.coin("first", 0));
  await chair.reportState(500_000);
  return chair;
}

describe("coins that nobody inserted", () => {
  it("[CLAIM-1] are quarantined if a new epoch does not continue the coin counter, until a person accepts its start", async () => {
    const chair = await openChairInTouch();
    chair.loseMemory(0);
    await chair.report(chair.coin("a", 60), chair.coin("a", 90));
    expect(await reasonsOf(chair)).toEqual(["epoch", "epoch"]);
    expect(await chair.cases("coinsDoubted")).toMatchObject([
      { detail: { reason: "epoch", previousCounter: 500_000 } },
    ]);
    expect(await chair.cashBoxTotal()).toBe(1_000);

    await chair.accept();
    await chair.report(chair.coin("b", 120), chair.coin("b", 130));
    expect(await bookedMinor(chair)).toBe(5_000);
    expect(await chair.cashBoxTotal()).toBe(5_000);
    expect(await chair.cases("coinsDoubted")).toEqual([]);
    expect(await chair.cases("coinsMissing")).toEqual([]);
  });

  it.each([
    ["with claimed times in the past", (index: number) => at(index * 30).toISOString()],
    ["without times", () => null],
  ])(
    "[CLAIM-1] are booked up to what the chair can have earned since it was last in touch, %s",
    async (_how, timeOf) => {
      const chair = await openChairInTouch();
      chair.loseMemory();
      const coins = Array.from({ length: 100 }, (_, index) =>
        chair.coin(randomUUID(), 0, { at: timeOf(index), amount: 100_000 }),
      );
      await chair.reportTogether(coins);
      expect(await bookedMinor(chair)).toBeLessThanOrEqual(dayLimit + 1_000);
      expect(new Set(await reasonsOf(chair))).toEqual(new Set(["earnings"]));
      expect(await chair.cases("coinsDoubted")).toMatchObject([{ detail: { reason: "earnings" } }]);
      // Nobody must find them in the cash box.
      expect(await chair.cashBoxTotal()).toBe(await bookedMinor(chair));
    },
  );

  it("[CLAIM-1] are not booked because the state claims them first, or because they arrive in the opposite order", async () => {
    for (const arrange of [(coins: CoinEvent[]) => coins, (coins: CoinEvent[]) => coins.toReversed()]) {
      const chair = await openChairInTouch();
      const coins = Array.from({ length: 30 }, (_, index) =>
        chair.coin(randomUUID(), index * 60, { amount: 100_000 }),
      );
      await chair.reportState(3_500_000);
      await chair.report(...arrange(coins));
      expect(await bookedMinor(chair)).toBeLessThanOrEqual(dayLimit + 1_000);
    }
  });

  it("[CLAIM-1] raise neither income nor the expected cash by a counter that jumps", async () => {
    const chair = await openChairInTouch();
    await chair.report(chair.coin("a", 60, { counterBefore: 5_000_000, counterAfter: 5_001_000 }));
    expect(await reasonsOf(chair)).toEqual(["counter"]);
    expect(await chair.cashBoxTotal()).toBe(1_000);
    expect(await chair.cases("coinsMissing")).toEqual([]);
  });

  it("[CLAIM-1] raise the expected cash by repeated jumps only up to what the chair can have earned", async () => {
    const chair = await openChairInTouch();
    for (const [index, counterBefore] of [900_000, 1_301_000, 1_702_000, 2_103_000].entries())
      await chair.report(
        chair.coin("a", 60 * (index + 1), { counterBefore, counterAfter: counterBefore + 1_000 }),
      );
    expect(await reasonsOf(chair)).toEqual(["counter", "counter"]);
    expect(await chair.cashBoxTotal()).toBe(1_000 + 2 * 401_000);
  });

  it("[CLAIM-1] are quarantined if they have no counter, and the state does not count them", async () => {
    const chair = await openChairInTouch();
    await chair.report(...[60, 90].map((seconds) => withoutCounters(chair.coin("a", seconds))));
    expect(await reasonsOf(chair)).toEqual(["state", "state"]);
    await chair.reportState(502_000);
    await chair.report(...[120, 150, 180].map((seconds) => withoutCounters(chair.coin("b", seconds))));
    expect(await bookedMinor(chair)).toBe(3_000);
    expect(await reasonsOf(chair)).toEqual(["state", "state", "state"]);
    expect(await chair.cases("coinsDoubted")).toMatchObject([
      { detail: { reason: "state", stateCounter: 500_000 } },
    ]);
  });

  it("[CLAIM-1] are quarantined if a later state does not count the earlier coins, until a person accepts", async () => {
    const chair = await openChairInTouch();
    chair.clock.advance(5 * 60_000);
    await chair.reportState(0);
    await chair.report(chair.coin("a", 60));
    expect(await reasonsOf(chair)).toEqual(["state"]);
    await chair.reportState(502_000);
    await chair.report(chair.coin("a", 90));
    expect(await bookedMinor(chair)).toBe(2_000);
  });

  it("[CLAIM-1] [G-6] continue the counter of an accepted coin, and not the lower one of the state", async () => {
    const chair = await openChairInTouch();
    chair.clock.advance(5 * 60_000);
    await chair.reportState(0);
    await chair.report(chair.coin("a", 60));
    expect(await reasonsOf(chair)).toEqual(["state"]);
    await chair.accept();
    const coin = (seconds: number, counterBefore: number) =>
      chair.coin("b", seconds, { counterBefore, counterAfter: counterBefore + 1_000 });
    await chair.report(coin(90, 0));
    expect(await chair.cases("coinsDoubted")).toMatchObject([{ detail: { reason: "counter" } }]);
    await chair.accept();
    await chair.report(coin(120, 1_000));
    expect(await bookedMinor(chair)).toBe(4_000);
    expect(await chair.cashBoxTotal()).toBe(4_000);
    expect(await chair.cases("coinsDoubted")).toEqual([]);
  });

  it("[CLAIM-1] of an epoch that has ended are quarantined", async () => {
    const chair = await openChairInTouch();
    const late = chair.coin("late", 30);
    chair.loseMemory();
    await chair.report(chair.coin("new", 60));
    await chair.report(late);
    expect(await reasonsOf(chair)).toEqual(["epoch"]);
    await chair.accept();
    await chair.report(chair.coin("new", 90));
    expect(await bookedMinor(chair)).toBe(4_000);
  });
});

describe("coins of an honest chair", () => {
  it("[CLAIM-1] [CASH-2] are booked after days without contact, in any order", async () => {
    const chair = await openChairInTouch();
    const coins = Array.from({ length: 300 }, (_, index) =>
      chair.coin(`r${index}`, (index * dayMs) / 100_000),
    );
    chair.clock.advance(3 * dayMs);
    await chair.reportState(800_000);
    await chair.reportTogether(coins.slice(0, 100));
    await chair.report(...coins.slice(100).toReversed());
    expect(await bookedMinor(chair)).toBe(301_000);
    expect(await chair.quarantined()).toEqual([]);
  });

  it("[CLAIM-1] [CASH-3] are booked after a loss of memory, and coins of lost events are missing", async () => {
    const chair = await openChairInTouch();
    chair.coin("lost", 10);
    chair.loseMemory();
    const [second, third] = [chair.coin("a", 60), chair.coin("a", 90)];
    await chair.report(third, second);
    expect(await bookedMinor(chair)).toBe(3_000);
    expect(await chair.cases("coinsMissing")).toMatchObject([
      { detail: { count: 1, missingMinor: 1_000, newest: [{ beforeSeq: 0, afterSeq: 1 }] } },
    ]);
    expect(await chair.cashBoxTotal()).toBe(4_000);
  });

  it("[CLAIM-1] [CASH-3] continue after their counter rolled over and a person accepted the new start", async () => {
    const chair = await openCoinChair(test, outlet);
    chair.clock.advance(hourMs);
    const coin = (seconds: number, counterBefore: number, counterAfter: number) =>
      chair.report(chair.coin("run", seconds, { counterBefore, counterAfter }));
    await coin(1, 64_000, 65_000);
    await coin(10, 65_000, 464);
    await coin(20, 464, 1_464);
    await coin(30, 1_464, 2_464);
    expect(await reasonsOf(chair)).toEqual(["counter", "counter", "counter"]);
    await chair.accept();
    await coin(40, 2_464, 3_464);
    await coin(50, 3_464, 4_464);
    expect(await bookedMinor(chair)).toBe(6_000);
    expect(await chair.cashBoxTotal()).toBe(6_000);
    expect(await chair.cases("coinsDoubted")).toEqual([]);
  });
});
