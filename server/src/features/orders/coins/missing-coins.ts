import { closeCaseAbout, openCase } from "#features/cases/index.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import type { NeighbourCoin } from "./coin-contexts-store.ts";
import type { AssessedCoin } from "./process-coins.ts";

interface Pair {
  readonly before: NeighbourCoin;
  readonly after: NeighbourCoin;
}

/** Money that fell into the box between two coins without an event: what the counter rose by. Minor units. */
const missingMinor = ({ before, after }: Pair): number =>
  before.counterAfter === null || after.counterBefore === null
    ? 0
    : after.counterBefore - before.counterAfter;

/**
 * A counter that rose between two known coins says that coins are missing: a person is asked to look (CASH-3). A late
 * event that explains the difference closes the case, or leaves one for what is still missing.
 */
export async function reportMissingCoins(
  tx: Transaction,
  coins: readonly AssessedCoin[],
  now: Date,
): Promise<void> {
  for (const { deviceId, event, doubt, context } of coins) {
    // A coin whose own counter or amount is doubtful says nothing about others.
    if (doubt === "counter" || doubt === "amount") continue;
    const { previous, next } = context;
    const { epoch, seq, counterBefore = null, counterAfter = null } = event;
    const coin = { seq, counterBefore, counterAfter };
    const subjectOf = ({ before, after }: Pair) => `${deviceId}:${epoch}:${before.seq}-${after.seq}`;
    if (previous !== null && next !== null)
      await closeCaseAbout(tx, {
        kind: "coinsMissing",
        subject: subjectOf({ before: previous, after: next }),
        closedAt: now,
      });
    const pairs = [
      ...(previous === null ? [] : [{ before: previous, after: coin }]),
      ...(next === null ? [] : [{ before: coin, after: next }]),
    ];
    for (const pair of pairs.filter((one) => missingMinor(one) > 0))
      await openCase(tx, {
        kind: "coinsMissing",
        deviceId,
        orderId: null,
        subject: subjectOf(pair),
        detail: { missingMinor: missingMinor(pair), currency: context.outletCurrency, ...pair },
        openedAt: now,
      });
  }
}
