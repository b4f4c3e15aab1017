import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";

export interface RoundOutlet {
  readonly areaId: string;
  readonly areaName: string;
  readonly currency: Currency;
  /** Boxes with cash, then those that were collected today and contain nothing since. */
  readonly boxes: readonly CashBox[];
  /** Number of boxes with cash, and their sum. */
  readonly left: number;
  readonly cash: number;
}

/**
 * Groups boxes by outlet in the given order. `empty` are those that contain nothing and were not collected today.
 * @param dayOf returns the day of an instant
 */
export function readRound(
  boxes: readonly CashBox[],
  { today, dayOf }: { readonly today: string; readonly dayOf: (at: string) => string },
): { readonly outlets: readonly RoundOutlet[]; readonly empty: readonly CashBox[] } {
  const hasCash = ({ cash }: CashBox) => cash > 0;
  const isDone = ({ cash, lastCollectedAt }: CashBox) =>
    cash <= 0 && lastCollectedAt !== null && dayOf(lastCollectedAt) === today;
  const byOutlet = new Map<string, CashBox[]>();
  for (const box of boxes) {
    const group = byOutlet.get(box.areaId);
    if (group === undefined) byOutlet.set(box.areaId, [box]);
    else group.push(box);
  }
  const outlets = [...byOutlet.values()].flatMap((all): RoundOutlet[] => {
    const left = all.filter(hasCash);
    const shown = [...left, ...all.filter(isDone)];
    const [first] = shown;
    if (first === undefined) return [];
    const { areaId, areaName, currency } = first;
    const cash = left.reduce((sum, box) => sum + box.cash, 0);
    return [{ areaId, areaName, currency, boxes: shown, left: left.length, cash }];
  });
  return { outlets, empty: boxes.filter((box) => !hasCash(box) && !isDone(box)) };
}
