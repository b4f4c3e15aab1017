import type { PriceLine } from "./price-choice.tsx";

export interface CouponOffer {
  readonly lines: readonly PriceLine[];
  /** In minor units, by price id. */
  readonly payable: ReadonlyMap<string, number>;
}

export function offerOf(
  prices: readonly PriceLine[],
  coupon: readonly { readonly priceId: string; readonly payable: number }[],
  canPay: boolean,
): CouponOffer {
  const payable = new Map(coupon.map((one) => [one.priceId, one.payable]));
  const lines = prices.filter(({ priceId }) => {
    const left = payable.get(priceId);
    return left === 0 || (canPay && left !== undefined);
  });
  return { lines, payable };
}

/**
 * The line to preselect: the customer's own choice, where the coupon pays for all of it; else the most valuable line
 * that it pays for. A coupon that only lowers prices leaves the line that was selected.
 */
export function bestOf(
  { lines, payable }: CouponOffer,
  chosen: PriceLine | null,
  selected: PriceLine | undefined,
): PriceLine | undefined {
  const covered = lines.filter(({ priceId }) => payable.get(priceId) === 0);
  const own = covered.find(({ priceId }) => priceId === chosen?.priceId);
  const [best] = [...covered].sort((a, b) => b.amount - a.amount || b.minutes - a.minutes);
  return own ?? best ?? lines.find(({ priceId }) => priceId === selected?.priceId) ?? lines[0];
}
