import type { OrderType, PayType } from "@reposo/contract/orders/orders.ts";

/** Each order type has one pay type, so a filter by type is a filter by pay type. */
const paidBy: Record<OrderType, PayType> = {
  online: "online",
  cashCoupon: "cashCoupon",
  coin: "coin",
  counter: "cash",
  coupon: "coupon",
};

/** The pay types that both filters match; undefined without a filter. */
export function payTypesOf(
  payTypes: readonly PayType[] | undefined,
  orderTypes: readonly OrderType[] | undefined,
): PayType[] | undefined {
  const byType = orderTypes?.length ? new Set(orderTypes.map((type) => paidBy[type])) : null;
  if (!payTypes?.length) return byType === null ? undefined : [...byType];
  return [...new Set(payTypes)].filter((payType) => byType === null || byType.has(payType));
}
