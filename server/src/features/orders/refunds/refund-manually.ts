import { randomUUID } from "node:crypto";
import { isPayable } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { benefitLeftMinor, exceedsMinor, type OrderMoney } from "#features/orders/benefits/benefit-rules.ts";
import { moneyOfOrder } from "#features/orders/benefits/order-money-store.ts";
import { auditOrder } from "#features/orders/record/record-order-change.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { findOrderId, lockOrder } from "#features/orders/record/orders-store.ts";
import { type RefundDependencies, refundOrder } from "./refund-order.ts";
import { findRecentRefund, lockOpenRequest } from "./refund-requests-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface ManualRefund {
  /** ID or number of the order. */
  readonly order: string;
  /** Minor units; null: the whole refundable amount. */
  readonly amountMinor: number | null;
  readonly reason: string;
  readonly actor: string;
  /** Allows a refund that, together with the gift coupons of the order, exceeds what was received for it. */
  readonly exceed?: boolean;
  /** Idempotency key; by default, every call makes another refund. */
  readonly key?: string;
}

export type RefundOutcome =
  | {
      readonly kind: "started";
      readonly orderId: string;
      /** Identifies the refund within its order. */
      readonly refundReason: string;
      readonly amountMinor: number;
      readonly currency: Currency;
      readonly online: boolean;
    }
  | { readonly kind: "noOrder" }
  /** The order received no money, is not completed, or was already refunded in full. */
  | { readonly kind: "nothingToReturn"; readonly status: string }
  /** Nothing is left to refund, because a bank has withdrawn this amount. */
  | { readonly kind: "disputed"; readonly disputedMinor: number; readonly currency: Currency }
  | { readonly kind: "tooMuch"; readonly leftMinor: number; readonly currency: Currency }
  | ExceedsMoney
  /** The amount is not whole, but its currency has no decimals. */
  | { readonly kind: "notPayable"; readonly currency: Currency };

/** The benefit exceeds what was received for the order and neither returned nor given. */
export type ExceedsMoney = OrderMoney & {
  readonly kind: "exceeds";
  /** Null for a free massage, which has no amount. */
  readonly exceedsMinor: number | null;
  readonly currency: Currency;
};

/**
 * Locks an order by ID or number.
 * @returns the order, its money, and the amount in minor units that can still be refunded manually; null if the order
 *   does not exist
 */
export async function lockRefundable(
  uow: UnitOfWork,
  idOrNumber: string,
): Promise<{ readonly order: OrderRecord; readonly money: OrderMoney; readonly leftMinor: number } | null> {
  const orderId = await findOrderId(uow, idOrNumber);
  const order = orderId === null ? null : await lockOrder(uow, orderId);
  if (order === null) return null;
  const money = await moneyOfOrder(uow, order.orderId);
  return { order, money, leftMinor: refundableOf(order, money) };
}

const refundableOf = (
  { status }: Pick<OrderRecord, "status">,
  { receivedMinor, returnedMinor, disputedMinor }: OrderMoney,
) => (status === "completed" ? Math.max(0, receivedMinor - returnedMinor - disputedMinor) : 0);

/** Locks an order by ID or number and its open refund request; both null if there is no order. */
export async function lockWithRequest(
  uow: UnitOfWork,
  idOrNumber: string,
): Promise<
  | { readonly order: OrderRecord; readonly request: OpenRequest | null }
  | { readonly order: null; readonly request: null }
> {
  // The order is locked before its request, as when a request is created. The fixed lock order prevents deadlocks,
  // and the lock serialises decisions.
  const found = await lockRefundable(uow, idOrNumber);
  if (found === null) return { order: null, request: null };
  return { order: found.order, request: await lockOpenRequest(uow, found.order.orderId) };
}

/**
 * Returns the amount in minor units that can still be refunded manually. It is 0 for an order that is not completed,
 * because the server may still refund it automatically.
 */
export async function refundableMinor(
  db: Querier,
  order: Pick<OrderRecord, "orderId" | "status">,
): Promise<number> {
  return refundableOf(order, await moneyOfOrder(db, order.orderId));
}

/** Returns the amount in minor units up to which an order may be refunded without an operator. */
export async function automaticallyRefundableMinor(
  db: Querier,
  { orderId, status }: Pick<OrderRecord, "orderId" | "status">,
): Promise<number> {
  return benefitLeftMinor(status, await moneyOfOrder(db, orderId));
}

/**
 * Refunds an order up to its refundable amount, once per key. An online payment is refunded through its payment
 * provider; cash is recorded as returned immediately.
 */
export async function refundManually(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  { order: idOrNumber, amountMinor, reason, actor, exceed = false, key = randomUUID() }: ManualRefund,
): Promise<RefundOutcome> {
  const found = await lockRefundable(uow, idOrNumber);
  if (found === null) return { kind: "noOrder" };
  const { order, money, leftMinor } = found;
  const { currency, status } = order;
  const { disputedMinor } = money;
  if (leftMinor === 0 && disputedMinor > 0) return { kind: "disputed", disputedMinor, currency };
  if (leftMinor === 0) return { kind: "nothingToReturn", status };
  const returned = amountMinor ?? leftMinor;
  if (returned > leftMinor) return { kind: "tooMuch", leftMinor, currency };
  if (returned < leftMinor && !isPayable(returned, currency)) return { kind: "notPayable", currency };
  const exceeding = exceedsMinor(status, money, returned);
  if (exceeding > 0 && !exceed) return { kind: "exceeds", exceedsMinor: exceeding, currency, ...money };
  const now = dependencies.clock.now();
  const refundReason = `byHand-${key}` as const;
  await refundOrder(uow, dependencies, order, { amountMinor: returned, reason: refundReason }, now);
  auditOrder(uow, order.orderId, {
    at: now,
    actor,
    action: "order.refund",
    detail: { amountMinor: returned, currency, reason, ...(exceeding > 0 && { exceedsMinor: exceeding }) },
  });
  const online = order.payType === "online";
  return { kind: "started", orderId: order.orderId, refundReason, amountMinor: returned, currency, online };
}

export type OpenRequest = NonNullable<Awaited<ReturnType<typeof lockOpenRequest>>>;

export type DirectRefundOutcome =
  | RefundOutcome
  | (OpenRequest & { readonly kind: "requestOpen" })
  | {
      readonly kind: "recentlyRefunded";
      readonly at: Date;
      readonly amountMinor: number;
      readonly currency: Currency;
    };

/** A second manual refund of the same amount within this time must be confirmed. */
export const duplicateRefundMinutes = 10;

/**
 * Refunds an order that has no open refund request; an open request must be decided first. `again` confirms a second
 * refund of the same amount within `duplicateRefundMinutes`.
 */
export async function refundWithoutRequest(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  { again, ...refund }: ManualRefund & { readonly again: boolean },
): Promise<DirectRefundOutcome> {
  const { order, request } = await lockWithRequest(uow, refund.order);
  if (request !== null) return { kind: "requestOpen", ...request };
  if (order !== null && !again) {
    const { orderId, currency } = order;
    const amountMinor = refund.amountMinor ?? (await refundableMinor(uow, order));
    const since = new Date(dependencies.clock.now().getTime() - duplicateRefundMinutes * 60_000);
    const at = await findRecentRefund(uow, { orderId, amountMinor, since });
    if (at !== null) return { kind: "recentlyRefunded", at, amountMinor, currency };
  }
  return refundManually(uow, dependencies, refund);
}
