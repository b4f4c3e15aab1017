import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reopenCase } from "#features/cases/index.ts";
import { reviewQuarantinedCoin, defaultOrderTimes } from "#features/orders/index.ts";
import { createPayments } from "#features/payments/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { type CoinEvent, openCoinChair } from "#test/app/coin-chair.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";

let test: TestDatabase;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await sharedTestDatabase();
  outlet = await makePricedOutlet(test.owner);
});
afterAll(() => test.close());

type Chair = Awaited<ReturnType<typeof openCoinChair>>;

/** Rejects a coin in a transaction that stays open until `isCommitted` resolves. */
const reject = (
  { deviceId, clock }: Chair,
  { epoch, seq }: CoinEvent,
  isCommitted: Promise<unknown> = Promise.resolve(),
) =>
  transact(test.database, async (uow) => {
    const payments = createPayments({ database: test.database, clock, providers: [], wake: () => {} });
    const decision = { deviceId, epoch, seq, accepted: false, note: null, actor: "test" };
    await reviewQuarantinedCoin(uow, { clock, times: defaultOrderTimes, payments }, decision);
    await isCommitted;
  });

/** Long enough for a transaction that does not wait for a lock. */
const blockedMs = 300;

async function openChairWith(coinCount: number) {
  const chair = await openCoinChair(test, outlet);
  chair.clock.advance(60_000);
  const coins = Array.from({ length: coinCount }, (_, second) =>
    chair.coin("run", second, { currency: "MYR" }),
  );
  return { chair, coins };
}

describe("the case of quarantined coins", () => {
  it("[CASH-3] is closed if two persons decide the last two coins at the same time", async () => {
    const { chair, coins } = await openChairWith(2);
    await chair.report(...coins);
    const [first, second] = coins as [CoinEvent, CoinEvent];
    const gate = Promise.withResolvers<void>();
    const decisions = [reject(chair, first, gate.promise), delay(50).then(() => reject(chair, second))];
    await delay(blockedMs);
    gate.resolve();
    await Promise.all(decisions);
    expect(await chair.quarantined()).toMatchObject([{ state: "rejected" }, { state: "rejected" }]);
    expect(await chair.cases("coinsDoubted")).toEqual([]);
  });

  it("[CASH-3] stays open if another coin is quarantined while the last one is decided", async () => {
    const { chair, coins } = await openChairWith(1);
    const [coin] = coins as [CoinEvent];
    await chair.report(coin);
    const gate = Promise.withResolvers<void>();
    const quarantining = transact(test.database, async (uow) => {
      await sql`
        INSERT INTO quarantined_coin (device_id, epoch, seq, outlet_id, run_id, reason, amount_minor, currency, seconds,
          gear, occurred_at, received_at)
        SELECT device_id, epoch, seq + 1, outlet_id, run_id, reason, amount_minor, currency, seconds, gear, occurred_at,
          received_at FROM quarantined_coin WHERE device_id = ${chair.deviceId}`.execute(uow);
      const subject = `${chair.deviceId}:currency`;
      const opened = { kind: "coinsDoubted", subject, detail: {}, openedAt: new Date() } as const;
      await reopenCase(uow, opened, { replacesDetail: false });
      await gate.promise;
    });
    await delay(50);
    const decision = reject(chair, coin);
    await delay(blockedMs);
    gate.resolve();
    await Promise.all([quarantining, decision]);
    expect(await chair.quarantined()).toMatchObject([{ state: "rejected" }, { state: "waiting" }]);
    expect(await chair.cases("coinsDoubted")).toHaveLength(1);
  });
});
