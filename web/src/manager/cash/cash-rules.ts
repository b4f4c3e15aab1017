import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";

export const boxSorts = ["amount", "days", "outlet"] as const;
export type BoxSort = (typeof boxSorts)[number];

const collectedAt = ({ lastCollectedAt }: CashBox): number =>
  lastCollectedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastCollectedAt);

/** Compares amounts only within a currency. */
const mostCashFirst = (a: CashBox, b: CashBox): number =>
  a.currency.localeCompare(b.currency) || b.cash - a.cash;

/**
 * Sorts cash boxes; `outlet` keeps the order of the server. By `days` since the last collection, boxes that were never
 * collected come first.
 */
export function sortBoxes(boxes: readonly CashBox[], by: BoxSort): CashBox[] {
  if (by === "outlet") return [...boxes];
  return [...boxes].sort((a, b) => {
    if (by === "amount") return mostCashFirst(a, b);
    const [first, second] = [collectedAt(a), collectedAt(b)];
    return first === second ? mostCashFirst(a, b) : first - second;
  });
}
