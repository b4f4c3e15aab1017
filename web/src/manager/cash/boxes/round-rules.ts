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
  /** Whether no further box of the outlet can contain cash. */
  readonly isCounted: boolean;
}

/**
 * Groups boxes by outlet, the outlet of the fullest box first. `empty` are those that contain nothing and were not
 * collected today.
 * @param boxes by currency, most cash first
 * @param isComplete whether there are no further boxes
 * @param dayOf returns the day of an instant
 */
export function readRound(
  boxes: readonly CashBox[],
  {
    isComplete,
    today,
    dayOf,
  }: { readonly isComplete: boolean; readonly today: string; readonly dayOf: (at: string) => string },
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
  const last = boxes[boxes.length - 1];
  const outlets = [...byOutlet.values()].flatMap((all): RoundOutlet[] => {
    const left = all.filter(hasCash);
    const shown = [...left, ...all.filter(isDone)];
    const [first] = shown;
    if (first === undefined) return [];
    const { areaId, areaName, currency } = first;
    const cash = left.reduce((sum, box) => sum + box.cash, 0);
    const isCounted = isComplete || last === undefined || !hasCash(last) || last.currency !== currency;
    return [{ areaId, areaName, currency, boxes: shown, left: left.length, cash, isCounted }];
  });
  return { outlets, empty: boxes.filter((box) => !hasCash(box) && !isDone(box)) };
}
