import type { Currency } from "@reposo/contract/money/currencies.ts";
import {
  findPaymentOfOrder,
  findStuckRefunds,
  type RefundRecord,
  settleStuckRefund,
} from "#features/payments/index.ts";
import { auditOrder, publishOrder } from "#features/orders/record/record-order-change.ts";
import { findOrder, findOrderId } from "#features/orders/record/orders-store.ts";
import { bookRefund, type RefundDependencies } from "./refund-order.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Selects a stuck refund, which is a refund in the state `needsAttention`. */
interface StuckRefund {
  /** ID or number of the order. */
  readonly order: string;
  /** Selects one of several stuck refunds of an order by its amount; null for any amount. */
  readonly amountMinor: number | null;
  readonly actor: string;
}

export type StuckOutcome =
  | { readonly kind: "done"; readonly amountMinor: number; readonly currency: Currency }
  | { readonly kind: "noOrder" }
  | { readonly kind: "noneStuck" }
  /** Stuck refunds of the order have different amounts, so the caller has to select one by its amount. */
  | { readonly kind: "several"; readonly amountsMinor: readonly number[]; readonly currency: Currency }
  /**
   * The payment provider has not reported a failure. The server makes no new request, which could refund twice. A job
   * repeats the previous request with its idempotency key, or fetches its status.
   */
  | { readonly kind: "notRefused"; readonly provider: string };

type Found =
  | Exclude<StuckOutcome, { kind: "done" }>
  | { readonly kind: "found"; readonly refund: RefundRecord };

/**
 * Finds the oldest matching refund without locking its order: a refund must be locked before its order, as when the
 * payment provider reports its status.
 */
async function findStuck(uow: UnitOfWork, { order: idOrNumber, amountMinor }: StuckRefund): Promise<Found> {
  const orderId = await findOrderId(uow, idOrNumber);
  if (orderId === null || (await findOrder(uow, orderId)) === null) return { kind: "noOrder" };
  const stuck = await findStuckRefunds(uow, orderId);
  const matching = stuck.filter((one) => amountMinor === null || one.amountMinor === amountMinor);
  const [refund] = matching;
  if (refund === undefined) return { kind: "noneStuck" };
  const amountsMinor = [...new Set(matching.map((one) => one.amountMinor))];
  if (amountsMinor.length > 1) return { kind: "several", amountsMinor, currency: refund.currency };
  return { kind: "found", refund };
}

/**
 * Requests a stuck refund again if the payment provider has reported its failure, once per failure. Otherwise, returns
 * `notRefused`.
 */
export async function retryRefund(
  uow: UnitOfWork,
  { clock, payments }: RefundDependencies,
  selection: StuckRefund,
): Promise<StuckOutcome> {
  const found = await findStuck(uow, selection);
  if (found.kind !== "found") return found;
  const { refundId, orderId, amountMinor, currency, providerRef } = found.refund;
  if (!(await payments.retryRefund(uow, refundId))) {
    const stuck = await findStuckRefunds(uow, orderId);
    if (!stuck.some((one) => one.refundId === refundId)) return { kind: "noneStuck" };
    const payment = await findPaymentOfOrder(uow, orderId);
    return { kind: "notRefused", provider: payment?.provider ?? "The payment provider" };
  }
  const now = clock.now();
  auditOrder(uow, orderId, {
    at: now,
    actor: selection.actor,
    action: "refund.retried",
    detail: { refundId, failed: providerRef, amountMinor, currency },
  });
  const order = await findOrder(uow, orderId);
  if (order !== null) publishOrder(uow, order, now);
  return { kind: "done", amountMinor, currency };
}

/**
 * Marks a stuck refund as settled because the operator has paid it in another way. The payment provider is not
 * called.
 */
export async function settleRefund(
  uow: UnitOfWork,
  { clock }: Pick<RefundDependencies, "clock">,
  { reason, ...selection }: StuckRefund & { readonly reason: string },
): Promise<StuckOutcome> {
  const found = await findStuck(uow, selection);
  if (found.kind !== "found") return found;
  const now = clock.now();
  const settled = await settleStuckRefund(uow, found.refund.refundId, now);
  if (settled === null) return { kind: "noneStuck" };
  const { refundId, orderId, amountMinor, currency } = settled;
  await bookRefund(uow, settled, now);
  auditOrder(uow, orderId, {
    at: now,
    actor: selection.actor,
    action: "refund.settled",
    detail: { refundId, amountMinor, currency, reason },
  });
  return { kind: "done", amountMinor, currency };
}
