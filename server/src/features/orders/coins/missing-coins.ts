import type { Currency } from "@reposo/contract/fields.ts";
import { closeCaseAbout, openCase } from "#features/cases/index.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import type { NeighbourCoin } from "./coin-contexts-store.ts";

/** Two coins of a chair and epoch. */
export interface CoinPair {
  readonly deviceId: string;
  readonly epoch: string;
  /** Of the chair's outlet. */
  readonly currency: Currency;
  readonly before: NeighbourCoin;
  readonly after: NeighbourCoin;
}

/** Money that fell into the box between two coins without an event: what the counter rose by. Minor units. */
const missingMinor = ({ before, after }: CoinPair): number =>
  before.counterAfter === null || after.counterBefore === null
    ? 0
    : after.counterBefore - before.counterAfter;

const subjectOf = ({ deviceId, epoch, before, after }: CoinPair): string =>
  `${deviceId}:${epoch}:${before.seq}-${after.seq}`;

/**
 * A counter that rose between two known coins says that coins are missing: a person is asked to look (CASH-3). A late
 * event that explains the difference closes the case, or leaves one for what is still missing.
 */
export async function reportMissingCoins(
  tx: Transaction,
  {
    neighbours,
    separated,
  }: { readonly neighbours: readonly CoinPair[]; readonly separated: readonly CoinPair[] },
  now: Date,
): Promise<void> {
  for (const pair of separated)
    await closeCaseAbout(tx, { kind: "coinsMissing", subject: subjectOf(pair), closedAt: now });
  for (const pair of neighbours) {
    if (missingMinor(pair) <= 0) continue;
    const { deviceId, currency, before, after } = pair;
    await openCase(tx, {
      kind: "coinsMissing",
      deviceId,
      orderId: null,
      subject: subjectOf(pair),
      detail: { missingMinor: missingMinor(pair), currency, before, after },
      openedAt: now,
    });
  }
}
