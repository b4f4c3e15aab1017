import type { PriceLine } from "./price-choice.tsx";

export interface CouponOffer {
  readonly lines: readonly PriceLine[];
  /** Amount that remains to be paid after the coupon's discount, in minor units, by price ID. */
  readonly payable: ReadonlyMap<string, number>;
}

/**
 * Returns the price lines for which the coupon can be redeemed. If `canPay` is false, only lines that the coupon covers
 * completely.
 */
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
 * Returns the price line to preselect: the customer's choice if the coupon covers it completely, otherwise the most
 * expensive line that the coupon covers completely. If no line is covered completely, returns the selected line if the
 * coupon is valid for it, otherwise the first line.
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
