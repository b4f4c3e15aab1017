import { type Cause, chairCause } from "#features/alerts/alert-cause-rules.ts";

const dayMs = 86_400_000;

export interface CashBoxBounds {
  /** Since the last collection. */
  readonly days: number;
  /** Minor units by currency; a currency without an entry has no limit. */
  readonly amountMinor: Readonly<Record<string, number>>;
}

export interface CashBox {
  readonly deviceId: string;
  readonly outletId: string;
  readonly currency: string;
  readonly cashMinor: number;
  /** Start of the current filling: the last collection, or the installation of the chair. */
  readonly since: Date;
}

/** Boxes above their amount, or above their days with anything in them. */
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
