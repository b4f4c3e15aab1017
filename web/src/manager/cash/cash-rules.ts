import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";

export const boxSorts = ["amount", "days", "outlet"] as const;
export type BoxSort = (typeof boxSorts)[number];

const collectedAt = ({ lastCollectedAt }: CashBox): number =>
  lastCollectedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastCollectedAt);

/** By `amount`, boxes are grouped by currency, whose amounts are comparable; by `days`, boxes never collected come first. */
export function sortBoxes(boxes: readonly CashBox[], by: BoxSort): CashBox[] {
  if (by === "outlet") return [...boxes];
  return [...boxes].sort((a, b) => {
    if (by === "amount") return a.currency.localeCompare(b.currency) || b.cash - a.cash;
    const [first, second] = [collectedAt(a), collectedAt(b)];
    return first === second ? b.cash - a.cash : first - second;
  });
}
