import type { Currency } from "@reposo/contract/fields.ts";
import {
  findPaymentOfOrder,
  findStuckRefunds,
  type Payments,
  type RefundRecord,
  settleStuckRefund,
} from "#features/payments/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import { findOrder, findOrderIdByNumber } from "#features/orders/orders-store.ts";
import { bookRefund } from "./refund-order.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

interface StuckRefund {
  /** Id, or the number that people read. */
  readonly order: string;
  /** Which one, where several of an order are stuck. */
  readonly amountMinor: number | null;
  readonly actor: string;
}

export type StuckOutcome =
  | { readonly kind: "done"; readonly amountMinor: number; readonly currency: Currency }
  | { readonly kind: "noOrder" }
  | { readonly kind: "noneStuck" }
  | { readonly kind: "several"; readonly amountsMinor: readonly number[]; readonly currency: Currency }
  /** The company may still have it, or take it: it is asked. */
  | { readonly kind: "notRefused"; readonly provider: string };

type Found =
  | Exclude<StuckOutcome, { kind: "done" }>
  | { readonly kind: "found"; readonly refund: RefundRecord };

/**
 * The oldest that fits. Nothing is locked: the refund's row is, when it changes, and before its order, as by whoever
 * hears of it from the company.
 */
async function findStuck(uow: UnitOfWork, { order: named, amountMinor }: StuckRefund): Promise<Found> {
  const orderId = isUuid(named) ? named : await findOrderIdByNumber(uow, named);
  if (orderId === null || (await findOrder(uow, orderId)) === null) return { kind: "noOrder" };
  const stuck = await findStuckRefunds(uow, orderId);
  const fitting = stuck.filter((one) => amountMinor === null || one.amountMinor === amountMinor);
  const [refund] = fitting;
  if (refund === undefined) return { kind: "noneStuck" };
  const amountsMinor = [...new Set(fitting.map((one) => one.amountMinor))];
  if (amountsMinor.length > 1) return { kind: "several", amountsMinor, currency: refund.currency };
  return { kind: "found", refund };
}

/** Asks the company anew, because it said itself that the former refund had failed; once a failure. */
export async function retryRefund(
  uow: UnitOfWork,
  { clock, payments }: { readonly clock: Clock; readonly payments: Payments },
  asked: StuckRefund,
): Promise<StuckOutcome> {
  const found = await findStuck(uow, asked);
  if (found.kind !== "found") return found;
  const { refundId, orderId, amountMinor, currency, providerRef } = found.refund;
  if (!(await payments.retryRefund(uow, refundId))) {
    const stuck = await findStuckRefunds(uow, orderId);
    if (!stuck.some((one) => one.refundId === refundId)) return { kind: "noneStuck" };
    const payment = await findPaymentOfOrder(uow, orderId);
    return { kind: "notRefused", provider: payment?.provider ?? "The company" };
  }
  const now = clock.now();
  addAuditEntry(uow, {
    at: now,
    actor: asked.actor,
    action: "refund.retried",
    subject: `order:${orderId}`,
    detail: { refundId, failed: providerRef, amountMinor, currency },
  });
  const order = await findOrder(uow, orderId);
  if (order !== null) announceOrder(uow, order, now);
  return { kind: "done", amountMinor, currency };
}

/** Takes an operator's word that the money was returned in another way; the company is not asked any more. */
export async function settleRefund(
  uow: UnitOfWork,
  { clock }: { readonly clock: Clock },
  { reason, ...asked }: StuckRefund & { readonly reason: string },
): Promise<StuckOutcome> {
  const found = await findStuck(uow, asked);
  if (found.kind !== "found") return found;
  const now = clock.now();
  const settled = await settleStuckRefund(uow, found.refund.refundId, now);
  if (settled === null) return { kind: "noneStuck" };
  const { refundId, orderId, amountMinor, currency } = settled;
  await bookRefund(uow, settled, now);
  addAuditEntry(uow, {
    at: now,
    actor: asked.actor,
    action: "refund.settled",
    subject: `order:${orderId}`,
    detail: { refundId, amountMinor, currency, reason },
  });
  return { kind: "done", amountMinor, currency };
}
