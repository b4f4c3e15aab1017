import { closeCaseAbout } from "#features/cases/index.ts";
import { writeAudit } from "#platform/postgres/audit-trail.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { lockOrders } from "#features/orders/orders-store.ts";
import { bookCoins, type BookCoinsParts } from "./book-coins.ts";
import { addToCoinRuns, type CoinRunRecord } from "./coin-runs-store.ts";
import { doubtSubject } from "./quarantine-coins.ts";
import {
  type CoinKey,
  countWaiting,
  lockQuarantinedCoin,
  markDecided,
  type QuarantinedCoin,
} from "./quarantined-coins-store.ts";

export type CoinDecision =
  | { readonly kind: "decided"; readonly coin: QuarantinedCoin }
  | { readonly kind: "unknown" }
  | { readonly kind: "alreadyDecided"; readonly coin: QuarantinedCoin }
  /** The chair did not report what was inserted: such a coin can only be rejected. */
  | { readonly kind: "withoutAmount" };

/**
 * Accepts a quarantined coin, which books it at the time of its insertion, or rejects it (CASH-3). The case is closed
 * with the last coin of its chair and reason.
 */
export async function decideCoin(
  tx: Transaction,
  parts: BookCoinsParts,
  asked: CoinKey & { readonly accepted: boolean; readonly note: string | null; readonly actor: string },
): Promise<CoinDecision> {
  const { deviceId, epoch, seq, accepted, note, actor } = asked;
  const coin = await lockQuarantinedCoin(tx, { deviceId, epoch, seq });
  if (coin === null) return { kind: "unknown" };
  if (coin.state !== "waiting") return { kind: "alreadyDecided", coin };
  if (accepted && coin.amountMinor === 0) return { kind: "withoutAmount" };
  const now = parts.clock.now();
  const state = accepted ? "accepted" : "rejected";
  await markDecided(tx, coin, { state, at: now, by: actor, note });
  if (accepted) await book(tx, parts, coin);
  if ((await countWaiting(tx, deviceId, coin.reason)) === 0)
    await closeCaseAbout(tx, {
      kind: "coinsDoubted",
      subject: doubtSubject(deviceId, coin.reason),
      closedAt: now,
    });
  await writeAudit(tx, {
    at: now,
    actor,
    action: accepted ? "coin.accepted" : "coin.rejected",
    subject: `coin:${deviceId}:${epoch}:${seq}`,
    detail: {
      amountMinor: coin.amountMinor,
      currency: coin.currency,
      reason: coin.reason,
      note,
    },
  });
  return { kind: "decided", coin: { ...coin, state, decidedAt: now, decidedBy: actor, note } };
}

async function book(tx: Transaction, parts: BookCoinsParts, coin: QuarantinedCoin): Promise<void> {
  const { deviceId, runId, seconds } = coin;
  const known = await addToRun(tx, { deviceId, runId, bookedSeconds: seconds });
  // An order is in one currency: a foreign coin in a run with others becomes an order of its own.
  const run = (await isInOtherCurrency(tx, known, coin))
    ? await addToRun(tx, { deviceId, runId: `${coin.epoch}:${coin.seq}`, bookedSeconds: 0 })
    : known;
  await bookCoins(tx, parts, [{ run, coins: [coin] }]);
}

async function addToRun(
  tx: Transaction,
  run: { readonly deviceId: string; readonly runId: string; readonly bookedSeconds: number },
): Promise<CoinRunRecord> {
  const report = {
    ...run,
    boughtSeconds: 0,
    startedAt: null,
    endedAt: null,
    endReason: null,
    ranSeconds: null,
  };
  const [written] = await addToCoinRuns(tx, [report]);
  return written as CoinRunRecord;
}

async function isInOtherCurrency(
  tx: Transaction,
  { orderId }: CoinRunRecord,
  { currency }: QuarantinedCoin,
): Promise<boolean> {
  if (orderId === null) return false;
  const [order] = await lockOrders(tx, [orderId]);
  return order !== undefined && order.currency !== currency;
}
