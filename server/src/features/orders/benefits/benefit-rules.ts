import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";

/** The money of an order in minor units. */
export interface OrderMoney {
  /** What was paid for the order; 0 if it was not paid. */
  readonly receivedMinor: number;
  /** What was or is being returned of it. */
  readonly returnedMinor: number;
  /** What banks withdrew because of disputes and have not returned. */
  readonly disputedMinor: number;
  /** Value of the gift coupons that were given for it. */
  readonly givenMinor: number;
  /** Value of its minutes that may continue, or have continued, on another chair. */
  readonly transferredMinor: number;
}

/** Returns what is left of a payment and was not given otherwise; negative if more was returned or given. */
export const ungivenMinor = ({
  receivedMinor,
  returnedMinor,
  disputedMinor,
  givenMinor,
  transferredMinor,
}: OrderMoney): number => receivedMinor - returnedMinor - disputedMinor - givenMinor - transferredMinor;

/**
 * Returns what may still be given for an order, as a coupon or a refund, without the operator. Until the chair has
 * started, it is 0, because the whole payment is refunded if the start fails.
 */
export const benefitLeftMinor = (status: OrderStatus, money: OrderMoney): number =>
  status === "running" || status === "completed" ? Math.max(0, ungivenMinor(money)) : 0;

/** Returns by how much a benefit would exceed what may be given for its order without the operator; 0 if it does not. */
export const exceedsMinor = (status: OrderStatus, money: OrderMoney, valueMinor: number): number =>
  Math.max(0, valueMinor - benefitLeftMinor(status, money));
