import { openCase, reopenCase } from "#features/cases/index.ts";
import { availabilityOf, findDevice, isBrieflyOffline, isInUse } from "#features/devices/index.ts";
import type { PaymentListener } from "#features/payments/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { cancelOrder, failOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import { processDispute } from "#features/orders/disputes/process-dispute.ts";
import { processExtensionPayment } from "#features/orders/extensions/process-extension-payment.ts";
import { occupyChair } from "#features/orders/record/order-moves-store.ts";
import { publishOrder } from "#features/orders/record/record-order-change.ts";
import { bookRefund } from "#features/orders/refunds/refund-order.ts";
import { recordProviderRefund } from "#features/orders/refunds/record-provider-refund.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { OrderWithParent } from "#features/orders/record/order-record.ts";
import { lockOrder } from "#features/orders/record/orders-store.ts";
import { enqueueStart } from "#features/chair-commands/index.ts";
import { deleteUnpaid } from "#features/orders/placement/unpaid-orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Creates the listener for payments and refunds. A confirmed payment starts its order, or fails and refunds the order
 * in the same transaction if the chair cannot run it. The payment is booked as revenue in either case.
 */
export function createProcessPayment(dependencies: OrderDependencies): PaymentListener {
  const { times } = dependencies;

  async function confirmed(uow: UnitOfWork, order: OrderWithParent, now: Date): Promise<void> {
    await deleteUnpaid(uow, order.orderId);
    await startOrRefund(uow, order, now);
    const { orderId, outletId, deviceId, currency, amountMinor } = order;
    // The entry is added last, so that no flush writes it before the moves of the order. All transactions lock the
    // order, the chair, and the roll-ups in this sequence, which prevents deadlocks.
    const entry = { orderId, outletId, deviceId, currency, amountMinor, sourceId: orderId, occurredAt: now };
    addLedgerEntry(uow, { ...entry, channel: "online", source: "payment" }, now);
  }

  async function startOrRefund(uow: UnitOfWork, order: OrderWithParent, now: Date): Promise<void> {
    const { orderId, deviceId } = order;
    if (order.status === "cancelled")
      return failOrder(uow, dependencies, order, {
        cause: order.endReason ?? "paymentTimeout",
        actor: "server",
      });
    if (order.status !== "unpaid") return;
    if (order.parent !== null) return processExtensionPayment(uow, dependencies, order, order.parent, now);
    const device = await findDevice(uow, deviceId);
    // A chair that is briefly offline counts as available: it receives the start if it reconnects before the
    // deadline.
    const isAvailable =
      device !== null && (availabilityOf(device).kind === "available" || isBrieflyOffline(device, now));
    const isFree = isAvailable && !isInUse(device);
    const startDeadlineAt = later(now, times.startDeadlineMs);
    const move = { orderId, at: now, deadlineAt: startDeadlineAt, startDeadlineAt };
    const isOnChair =
      isFree &&
      (await occupyChair(uow, [
        { ...move, from: "unpaid", to: "paid", cause: "paymentConfirmed" },
        { ...move, from: "paid", to: "starting", cause: "startSent" },
      ]));
    if (isOnChair) {
      enqueueStart(uow, order, startDeadlineAt, now);
      return publishOrder(uow, order, now);
    }
    const cause = isAvailable ? "deviceTaken" : "deviceUnavailable";
    await failOrder(uow, dependencies, order, { cause, actor: "server" });
  }

  return {
    async settled(uow, payment, outcome, now) {
      const order = await lockOrder(uow, payment.orderId);
      if (order === null) return;
      if (outcome === "confirmed") return confirmed(uow, order, now);
      if (order.status === "unpaid") await cancelOrder(uow, dependencies, order, "paymentRefused", now);
    },
    async mismatched(uow, payment, report, now) {
      const order = await lockOrder(uow, payment.orderId);
      if (order === null) return;
      await openCase(uow, {
        kind: "paymentMismatch",
        deviceId: order.deviceId,
        orderId: order.orderId,
        subject: payment.paymentId,
        detail: {
          asked: [payment.amountMinor, payment.currency],
          took: [report.amountMinor, report.currency],
        },
        openedAt: now,
      });
    },
    async refundStuck(uow, refund, now) {
      const order = await lockOrder(uow, refund.orderId);
      if (order === null) return;
      const stuck = {
        kind: "refundFailed",
        deviceId: order.deviceId,
        orderId: order.orderId,
        subject: refund.refundId,
        detail: {
          amountMinor: refund.amountMinor,
          currency: refund.currency,
          ...(refund.state === "returned" && { wasReturned: true }),
        },
        openedAt: now,
      } as const;
      // A closed case is reopened, because the refund failed again after an operator had retried it.
      if (!(await openCase(uow, stuck))) await reopenCase(uow, stuck, { replacesDetail: true });
      publishOrder(uow, order, now);
    },
    refunded: bookRefund,
    disputed: (uow, dispute, stateBefore, now) =>
      processDispute(uow, dependencies, dispute, stateBefore, now),
    refundReported: (uow, payment, report, now) =>
      recordProviderRefund(uow, dependencies, payment, report, now),
  };
}
