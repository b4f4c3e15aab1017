import { type Cause, chairCause } from "#features/alerts/alert-cause-rules.ts";

const dayMs = 86_400_000;

export interface CashBoxBounds {
  /** Maximum number of days since the last collection. */
  readonly days: number;
  /** Maximum amount in minor units, by currency; a currency without an entry has no limit. */
  readonly amountMinor: Readonly<Record<string, number>>;
}

export interface CashBox {
  readonly deviceId: string;
  readonly outletId: string;
  readonly currency: string;
  readonly cashMinor: number;
  /** Time of the last collection, or of the chair's installation if the box was never emptied. */
  readonly since: Date;
}

/** Returns a cause for each cash box that contains money and has reached the maximum amount or the maximum days. */
export function detectFullBoxes(boxes: readonly CashBox[], now: Date, bounds: CashBoxBounds): Cause[] {
  return boxes.flatMap((box) => {
    const days = Math.floor((now.getTime() - box.since.getTime()) / dayMs);
    const limit = bounds.amountMinor[box.currency] ?? Number.POSITIVE_INFINITY;
    if (box.cashMinor <= 0 || (days < bounds.days && box.cashMinor < limit)) return [];
    return [
      { ...chairCause("cashBoxFull", box, { quantity: days, amountMinor: box.cashMinor }), deviceIds: [] },
    ];
  });
}
