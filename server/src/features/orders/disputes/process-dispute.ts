import { currencies } from "@reposo/contract/money/currencies.ts";
import { closeCaseAbout, openCase, reopenCase, replaceCaseDetail } from "#features/cases/index.ts";
import { type DisputeRecord, lockRefundsOf } from "#features/payments/index.ts";
import { addLedgerEntry, type EntrySource } from "#features/revenue/index.ts";
import { moneyOfOrder } from "#features/orders/benefits/order-money-store.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { lockOrder } from "#features/orders/record/orders-store.ts";
import { reduceUnmadeRefunds } from "#features/orders/refunds/reduce-unmade-refunds.ts";
import { type RefundDependencies, refundOrder } from "#features/orders/refunds/refund-order.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Books the money of a dispute once, and opens, updates, or closes its case. Refunds that the provider has not made are
 * reduced, because the bank has returned the money to the payer. If the dispute of a failed order is won, its money is
 * refunded.
 */
export async function processDispute(
  uow: UnitOfWork,
  dependencies: Pick<RefundDependencies, "payments">,
  dispute: DisputeRecord,
  stateBefore: DisputeRecord["state"] | null,
  now: Date,
): Promise<void> {
  // Refunds are locked before their order, as when their status changes. The fixed lock order prevents deadlocks.
  await lockRefundsOf(uow, dispute.paymentId);
  const order = await lockOrder(uow, dispute.orderId);
  if (order === null) return;
  await updateCase(uow, order, dispute, stateBefore, now);
  bookDispute(uow, order, dispute, now);
  await reduceUnmadeRefunds(uow, dispute.orderId, now);
  if (order.status === "failed") await refundRest(uow, dependencies, order, dispute, now);
}

/**
 * Refunds what the outlet still has of a failed order: its earlier refund was reduced or not requested. Nothing is refunded
 * for minutes that may continue, or have continued, on another chair.
 */
async function refundRest(
  uow: UnitOfWork,
  dependencies: Pick<RefundDependencies, "payments">,
  order: OrderRecord,
  { disputeRef }: DisputeRecord,
  now: Date,
): Promise<void> {
  const { receivedMinor, returnedMinor, disputedMinor, transferredMinor } = await moneyOfOrder(
    uow,
    order.orderId,
  );
  const amountMinor = receivedMinor - returnedMinor - disputedMinor - transferredMinor;
  const reason = `disputeWon-${disputeRef}` as const;
  if (amountMinor > 0) await refundOrder(uow, dependencies, order, { amountMinor, reason }, now);
}

async function updateCase(
  uow: UnitOfWork,
  { orderId, deviceId }: OrderRecord,
  dispute: DisputeRecord,
  stateBefore: DisputeRecord["state"] | null,
  now: Date,
): Promise<void> {
  const { provider, disputeRef, amountMinor, currency, feeMinor, feeCurrency, reason, respondBy, state } =
    dispute;
  const about = {
    kind: "dispute",
    deviceId,
    orderId,
    subject: `${provider}:${disputeRef}`,
    detail: {
      provider,
      dispute: disputeRef,
      state,
      reason,
      respondBy,
      amountMinor,
      currency,
      feeMinor,
      feeCurrency,
    },
    openedAt: now,
  } as const;
  if (!(await openCase(uow, about))) {
    // A person has to act on a new dispute and to know of a loss, even if the case was closed before.
    const needsPerson = state === "needsResponse" || state === "lost";
    if (needsPerson && state !== stateBefore) await reopenCase(uow, about, { replacesDetail: true });
    else await replaceCaseDetail(uow, about);
  }
  if (state === "won" || state === "closed") await closeCaseAbout(uow, { ...about, closedAt: now });
}

/**
 * Adds the ledger entries of the money that the provider has withdrawn and returned; entries that exist are not written
 * again. A fee in a currency that the ledger does not support is stated in the case only.
 */
function bookDispute(
  uow: UnitOfWork,
  { orderId, outletId, deviceId }: OrderRecord,
  dispute: DisputeRecord,
  now: Date,
): void {
  const id = `${dispute.provider}:${dispute.disputeRef}`;
  const feeCurrency = currencies.find((currency) => currency === dispute.feeCurrency) ?? null;
  const add = (
    source: EntrySource,
    sourceId: string,
    amountMinor: number,
    currency: DisputeRecord["currency"] | null,
    occurredAt: Date | null,
  ) => {
    if (currency === null || occurredAt === null) return;
    const entry = { orderId, outletId, deviceId, currency, amountMinor, source, sourceId, occurredAt };
    addLedgerEntry(uow, { ...entry, channel: "dispute" }, now);
  };
  const { currency, withdrawnAt, reinstatedAt } = dispute;
  add("dispute", id, -dispute.amountMinor, currency, withdrawnAt);
  add("disputeFee", id, -dispute.feeMinor, feeCurrency, withdrawnAt);
  add("disputeReversal", id, dispute.reinstatedMinor, currency, reinstatedAt);
  add("disputeReversal", `${id}:fee`, dispute.reinstatedFeeMinor, feeCurrency, reinstatedAt);
}
