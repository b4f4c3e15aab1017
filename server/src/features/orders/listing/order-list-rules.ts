import type { OrderType, PayType } from "@reposo/contract/orders.ts";

/** Each type of order is paid in one way, so a filter by type is one by way of paying. */
const paidBy: Record<OrderType, PayType> = {
  online: "online",
  cashCoupon: "cashCoupon",
  coin: "coin",
  counter: "cash",
  coupon: "coupon",
};

/** The ways of paying that both filters leave; undefined where neither narrows anything down. */
export function payTypesOf(
  payTypes: readonly PayType[] | undefined,
  orderTypes: readonly OrderType[] | undefined,
): PayType[] | undefined {
  const byType = orderTypes?.length ? new Set(orderTypes.map((type) => paidBy[type])) : null;
  if (!payTypes?.length) return byType === null ? undefined : [...byType];
  return [...new Set(payTypes)].filter((payType) => byType === null || byType.has(payType));
}
