import type { ReactNode } from "react";
import type { OrderFollowed } from "#customer/orders/order-phase.ts";
import type { FollowedOrderState } from "#customer/orders/use-followed-order.ts";

/** What each state's view is given. */
export interface OrderViewProps {
  readonly bar: ReactNode;
  readonly order: OrderFollowed;
  readonly followed: FollowedOrderState;
}
