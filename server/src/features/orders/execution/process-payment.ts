import { openCase, openCaseAgain } from "#features/cases/index.ts";
import { availabilityOf, findDevice, isBrieflyOffline, isInUse } from "#features/devices/index.ts";
import type { PaymentListener } from "#features/payments/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { cancelOrder } from "./cancel-order.ts";
import { extendByPayment } from "#features/orders/extensions/extend-by-payment.ts";
import { failOrder } from "./fail-order.ts";
import { moveOntoChair } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import { bookRefund } from "#features/orders/refunds/refund-order.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { lockOrder } from "#features/orders/orders-store.ts";
import { enqueueStart } from "./send-commands.ts";
import { deleteUnpaid } from "#features/orders/placement/unpaid-orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Processes payment events. A confirmed one is revenue at that instant, whatever becomes of it: where the chair was taken or
 * is gone, or the order was given up, the same transaction begins to return it.
 */
export function createProcessPayment(parts: OrderParts): PaymentListener {
  const { times } = parts;

  type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

  async function confirmed(uow: UnitOfWork, order: Locked, now: Date): Promise<void> {
    await deleteUnpaid(uow, order.orderId);
    await useOrReturn(uow, order, now);
    const { orderId, outletId, deviceId, currency, amountMinor } = order;
    // Last: whoever books on this chair holds its order's place first, so that nobody waits in a circle.
    addLedgerEntry(
      uow,
      {
        orderId,
        outletId,
        deviceId,
        channel: "online",
        currency,
        amountMinor,
        source: "payment",
        sourceId: orderId,
        occurredAt: now,
      },
      now,
    );
  }

  async function useOrReturn(uow: UnitOfWork, order: Locked, now: Date): Promise<void> {
    const { orderId, deviceId } = order;
    if (order.status === "cancelled")
      return failOrder(uow, parts, order, { cause: order.endReason ?? "paymentTimeout", actor: "server" });
    if (order.status !== "unpaid") return;
    if (order.parent !== null) return extendByPayment(uow, parts, order, order.parent, now);
    const device = await findDevice(uow, deviceId);
    // A start is sent again when its chair reports before the deadline.
    const isAvailable =
      device !== null && (availabilityOf(device).kind === "available" || isBrieflyOffline(device, now));
    const isFree = isAvailable && !isInUse(device);
    const startDeadlineAt = later(now, times.startDeadlineMs);
    const begun = { orderId, at: now, deadlineAt: startDeadlineAt, startDeadlineAt };
    const isOnChair =
      isFree &&
      (await moveOntoChair(uow, [
        { ...begun, from: "unpaid", to: "paid", cause: "paymentConfirmed" },
        { ...begun, from: "paid", to: "starting", cause: "startSent" },
      ]));
    if (isOnChair) {
      enqueueStart(uow, order, startDeadlineAt, now);
      return announceOrder(uow, order, now);
    }
    const cause = isAvailable ? "deviceTaken" : "deviceUnavailable";
    await failOrder(uow, parts, order, { cause, actor: "server" });
  }

  return {
    async settled(uow, payment, outcome, now) {
      const order = await lockOrder(uow, payment.orderId);
      if (order === null) return;
      if (outcome === "confirmed") return confirmed(uow, order, now);
      if (order.status === "unpaid") await cancelOrder(uow, parts, order, "paymentRefused", now);
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
        detail: { amountMinor: refund.amountMinor, currency: refund.currency },
        openedAt: now,
      } as const;
      // Told once each time that it gets stuck, so also once more after an operator has had it asked for anew.
      if (!(await openCase(uow, stuck))) await openCaseAgain(uow, stuck);
      announceOrder(uow, order, now);
    },
    refunded: bookRefund,
  };
}
