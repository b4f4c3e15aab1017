import type { CashBox, Collection } from "@reposo/contract/revenue/cash-boxes.ts";

export const boxSorts = ["amount", "days", "outlet"] as const;
export type BoxSort = (typeof boxSorts)[number];

const collectedAt = ({ lastCollectedAt }: CashBox): number =>
  lastCollectedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastCollectedAt);

/**
 * Sorts cash boxes; `outlet` keeps the order of the server. By `amount`, they are grouped by currency, because only
 * amounts of one currency are comparable. By `days` since the last collection, boxes that were never collected come
 * first.
 */
export function sortBoxes(boxes: readonly CashBox[], by: BoxSort): CashBox[] {
  if (by === "outlet") return [...boxes];
  return [...boxes].sort((a, b) => {
    if (by === "amount") return a.currency.localeCompare(b.currency) || b.cash - a.cash;
    const [first, second] = [collectedAt(a), collectedAt(b)];
    return first === second ? b.cash - a.cash : first - second;
  });
}

/**
 * Whether a count is less than half or more than twice the expected amount, which suggests a wrong decimal point or the
 * wrong chair. Amounts are in minor units; a negative expected amount is treated as 0.
 */
export const isImplausibleCount = (counted: number, expected: number): boolean =>
  counted * 2 < expected || counted > Math.max(expected, 0) * 2;

/**
 * Whether a corrected count is implausible compared with both the expected and the recorded amount. A chair's first
 * collection is expected to contain all coins that the chair ever counted, so compared with the expected amount alone,
 * almost every correction of it would be questioned.
 */
export const isImplausibleCorrection = (
  counted: number,
  recorded: Pick<Collection, "counted" | "expected">,
): boolean => isImplausibleCount(counted, recorded.expected) && isImplausibleCount(counted, recorded.counted);
