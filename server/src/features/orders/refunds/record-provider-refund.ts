import { openCase } from "#features/cases/index.ts";
import {
  findRefundByRef,
  findUnmadeRefunds,
  type PaymentRecord,
  type RefundReport,
} from "#features/payments/index.ts";
import { auditOrder, publishOrder } from "#features/orders/record/record-order-change.ts";
import { moneyOfOrder } from "#features/orders/benefits/order-money-store.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { lockOrder } from "#features/orders/record/orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { reduceUnmadeRefunds } from "./reduce-unmade-refunds.ts";
import type { RefundDependencies, RefundReason } from "./refund-order.ts";

/**
 * Records a refund that a person made in the payment provider's console. A refund of the same amount that this product
 * requested and the provider has not made becomes this one. Otherwise it is stored as a refund of its own, and requested
 * refunds are reduced to what is left of the payment. A job books it once the provider reports it as paid. If more is
 * returned than was paid, an operator has to decide; nothing is stored unless only a dispute causes the excess.
 */
export async function recordProviderRefund(
  uow: UnitOfWork,
  { payments }: Pick<RefundDependencies, "payments">,
  payment: PaymentRecord,
  report: RefundReport,
  now: Date,
): Promise<void> {
  const { orderId, paymentId, provider, currency } = payment;
  const order = await lockOrder(uow, orderId);
  // A concurrent transaction may have recorded the refund before this one locked the order.
  if (order === null || (await findRefundByRef(uow, report.refundRef)) !== null) return;
  const { refundRef: providerRef, amountMinor } = report;
  const madeAt = report.at === null || report.at > now ? now : report.at;
  const refund = { orderId, paymentId, amountMinor, currency };
  const isSameCurrency = report.currency === "" || report.currency === currency;
  const adopted =
    isSameCurrency && (await payments.adoptRefund(uow, paymentId, { providerRef, amountMinor, at: madeAt }));
  if (!adopted) {
    const unmade = await findUnmadeRefunds(uow, orderId);
    const unmadeMinor = unmade.reduce((sum, one) => sum + one.amountMinor, 0);
    const { returnedMinor, disputedMinor } = await moneyOfOrder(uow, orderId);
    // `returnedMinor` includes the refunds that are not made yet, whose money this refund may be.
    const leftMinor = payment.amountMinor - (returnedMinor - unmadeMinor) - amountMinor;
    if (!isSameCurrency || leftMinor < disputedMinor)
      await openExcessCase(uow, order, payment, { report, returnedMinor, disputedMinor, now });
    if (!isSameCurrency || leftMinor < 0) return;
    const reason: RefundReason = `atProvider-${providerRef}`;
    await payments.recordProviderRefund(uow, { ...refund, reason, providerRef, madeAt });
    await reduceUnmadeRefunds(uow, orderId, now);
  }
  auditOrder(uow, orderId, {
    at: now,
    actor: provider,
    action: "refund.atProvider",
    detail: { refundRef: providerRef, amountMinor, currency, madeAt },
  });
  publishOrder(uow, order, now);
}

async function openExcessCase(
  uow: UnitOfWork,
  { orderId, deviceId }: OrderRecord,
  { provider, amountMinor: paidMinor, currency }: PaymentRecord,
  {
    report,
    now,
    ...before
  }: { report: RefundReport; returnedMinor: number; disputedMinor: number; now: Date },
): Promise<void> {
  await openCase(uow, {
    kind: "refundExceedsPayment",
    deviceId,
    orderId,
    subject: `${provider}:${report.refundRef}`,
    detail: {
      provider,
      refundRef: report.refundRef,
      amountMinor: report.amountMinor,
      currency: report.currency || currency,
      paidMinor,
      ...before,
    },
    openedAt: now,
  });
}
