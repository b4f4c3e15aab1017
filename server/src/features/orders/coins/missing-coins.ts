import type { Assessment, CoinPair } from "./assess-coins.ts";
import { changeGaps, type CoinGap } from "./missing-coins-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Returns by how many minor units the coin counter rose between two coins although no coin event was received in
 * between; 0 if one of the two counters is unknown.
 */
const missingMinor = ({ before, after }: CoinPair): number =>
  before.counterAfter === null || after.counterBefore === null
    ? 0
    : after.counterBefore - before.counterAfter;

const gapOf = (pair: CoinPair): CoinGap => ({
  epoch: pair.epoch,
  beforeSeq: pair.before.seq,
  afterSeq: pair.after.seq,
  missingMinor: missingMinor(pair),
});

/**
 * Opens one case per chair if the coin counter shows that coins are missing between two known coins (CASH-3). A delayed
 * event removes the gap or reduces it to the amount that is still missing. The case is closed when none of the gaps
 * that were found since its opening is left.
 */
export async function reportMissingCoins(
  uow: UnitOfWork,
  { newPairs, separatedPairs }: Pick<Assessment, "newPairs" | "separatedPairs">,
  now: Date,
): Promise<void> {
  const changed = [...newPairs, ...separatedPairs].filter((pair) => missingMinor(pair) > 0);
  const ofChairs = new Map(changed.map(({ deviceId, currency }) => [deviceId, currency]));
  // A fixed lock order prevents deadlocks.
  for (const [deviceId, currency] of [...ofChairs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const gaps = (pairs: readonly CoinPair[]) =>
      pairs.filter((pair) => pair.deviceId === deviceId && changed.includes(pair)).map(gapOf);
    await changeGaps(uow, { deviceId, currency, removed: gaps(separatedPairs), found: gaps(newPairs), now });
  }
}
