import { openCase, openCaseAgain } from "#features/cases/index.ts";
import { availabilityOf, findDevice, isBrieflyOffline, isInUse } from "#features/devices/index.ts";
import type { PaymentListener } from "#features/payments/index.ts";
import { bookRevenue } from "#features/revenue/index.ts";
import type { Transaction } from "#platform/postgres/database.ts";
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

/**
 * Processes payment events. A confirmed one is revenue at that instant, whatever becomes of it: where the chair was taken or
 * is gone, or the order was given up, the same transaction begins to return it.
 */
export function createProcessPayment(parts: OrderParts): PaymentListener {
  const { times } = parts;

  type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

  async function confirmed(tx: Transaction, order: Locked, now: Date): Promise<void> {
    await deleteUnpaid(tx, order.orderId);
    await useOrReturn(tx, order, now);
    const { orderId, outletId, deviceId, currency, amountMinor } = order;
    // Last: whoever books on this chair holds its order's place first, so that nobody waits in a circle.
    await bookRevenue(
      tx,
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

  async function useOrReturn(tx: Transaction, order: Locked, now: Date): Promise<void> {
    const { orderId, deviceId } = order;
    if (order.status === "cancelled")
      return failOrder(tx, parts, order, { cause: order.endReason ?? "paymentTimeout", actor: "server" });
    if (order.status !== "unpaid") return;
    if (order.parent !== null) return extendByPayment(tx, parts, order, order.parent, now);
    const device = await findDevice(tx, deviceId);
    // A start is sent again when its chair reports before the deadline.
    const isAvailable =
      device !== null && (availabilityOf(device).kind === "available" || isBrieflyOffline(device, now));
    const isFree = isAvailable && !isInUse(device);
    const startDeadlineAt = later(now, times.startDeadlineMs);
    const begun = { orderId, at: now, deadlineAt: startDeadlineAt, startDeadlineAt };
    const isOnChair =
      isFree &&
      (await moveOntoChair(tx, [
        { ...begun, from: "unpaid", to: "paid", cause: "paymentConfirmed" },
        { ...begun, from: "paid", to: "starting", cause: "startSent" },
      ]));
    if (isOnChair) {
      await enqueueStart(tx, order, startDeadlineAt, now);
      return announceOrder(tx, order, now);
    }
    const cause = isAvailable ? "deviceTaken" : "deviceUnavailable";
    await failOrder(tx, parts, order, { cause, actor: "server" });
  }

  return {
    async settled(tx, payment, outcome, now) {
      const order = await lockOrder(tx, payment.orderId);
      if (order === null) return;
      if (outcome === "confirmed") return confirmed(tx, order, now);
      if (order.status === "unpaid") await cancelOrder(tx, parts, order, "paymentRefused", now);
    },
    async mismatched(tx, payment, report, now) {
      const order = await lockOrder(tx, payment.orderId);
      if (order === null) return;
      await openCase(tx, {
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
    async refundStuck(tx, refund, now) {
      const order = await lockOrder(tx, refund.orderId);
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
      if (!(await openCase(tx, stuck))) await openCaseAgain(tx, stuck);
      await announceOrder(tx, order, now);
    },
    refunded: bookRefund,
  };
}
