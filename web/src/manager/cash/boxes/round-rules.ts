import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { ownCurrencyFirst } from "@reposo/contract/money/money.ts";

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
 * Groups boxes by outlet: those that are due, and the others. Outlets with the manager's own currency are first, and
 * then those with the fullest box. `empty` are the boxes that contain nothing and were not collected today.
 * @param boxes by currency, most cash first
 * @param dueIds IDs of the chairs whose box is full, or was not emptied for long
 * @param isComplete whether there are no further boxes
 * @param dayOf returns the day of an instant
 */
export function readRound(
  boxes: readonly CashBox[],
  {
    dueIds,
    own,
    isComplete,
    today,
    dayOf,
  }: {
    readonly dueIds: ReadonlySet<string | null>;
    readonly own: Currency;
    readonly isComplete: boolean;
    readonly today: string;
    readonly dayOf: (at: string) => string;
  },
): {
  readonly due: readonly RoundOutlet[];
  readonly others: readonly RoundOutlet[];
  readonly empty: readonly CashBox[];
} {
  const hasCash = ({ cash }: CashBox) => cash > 0;
  const isDone = ({ cash, lastCollectedAt }: CashBox) =>
    cash <= 0 && lastCollectedAt !== null && dayOf(lastCollectedAt) === today;
  const isDue = (box: CashBox) => hasCash(box) && dueIds.has(box.deviceId);
  const last = boxes[boxes.length - 1];
  function outletsOf(some: readonly CashBox[]): readonly RoundOutlet[] {
    const byOutlet = new Map<string, CashBox[]>();
    for (const box of some) {
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
      const isCounted = isComplete || last === undefined || !hasCash(last) || last.currency !== currency;
      return [{ areaId, areaName, currency, boxes: shown, left: left.length, cash, isCounted }];
    });
    return ownCurrencyFirst(outlets, own);
  }
  return {
    due: outletsOf(boxes.filter(isDue)),
    others: outletsOf(boxes.filter((box) => !isDue(box))),
    empty: boxes.filter((box) => !hasCash(box) && !isDone(box)),
  };
}
