import type { Extension, FollowedOrder } from "@reposo/contract/orders/orders.ts";
import type { Static } from "typebox";
import { orderAccessOf, type OrderViews } from "#features/live-events/index.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";

type Followed = Static<typeof FollowedOrder>;

interface OrderWithCodes {
  readonly cashCouponCode: string | null;
  readonly couponCode: string | null;
  readonly extensions: Static<typeof Extension>[];
}

/**
 * Removes coupon codes, which grant a massage, and the payment pages of extensions, because a manager without the
 * permission `details` must not see them.
 */
const withoutCodes = <V extends OrderWithCodes>(view: V): V => ({
  ...view,
  cashCouponCode: null,
  couponCode: null,
  extensions: view.extensions.map((extension) => ({ ...extension, payment: null })),
});

/**
 * Returns the order's view for each kind of reader. A customer does not see which account received the cash, what a
 * manager's stop would refund, or whether the order is a late entry.
 */
export const redactForEachReader = (view: Followed): OrderViews => ({
  customer: { ...view, unusedAmount: null, takenBy: null, lateAt: null },
  details: view,
  summary: { ...withoutCodes(view), takenBy: null, lateAt: null, payment: null, paymentReference: null },
});

export const redactFollowedOrder = (caller: CustomerCaller | ManagerCaller, view: Followed): Followed =>
  redactForEachReader(view)[orderAccessOf(caller)];

export const redactOrderDetail = <V extends OrderWithCodes>(
  caller: CustomerCaller | ManagerCaller,
  view: V,
): V => (orderAccessOf(caller) === "summary" ? withoutCodes(view) : view);
