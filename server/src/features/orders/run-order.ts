import type { EndReason } from "@reposo/contract/orders.ts";
import { moneyTermsOf } from "#features/outlets/index.ts";
import { openCase } from "#features/attention/index.ts";
import type { Transaction } from "#platform/database.ts";
import { moveOrder } from "./order-moves-store.ts";
import { announceOrder } from "./order-news.ts";
import type { OrderRecord } from "./order-record.ts";
import { endOfRun } from "./orders-rules.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { refundOfRun } from "./refund-rules.ts";
import { returnMoney } from "./return-money.ts";
import { askToStop } from "./send-commands.ts";

type Parts = Pick<OrderParts, "clock" | "times" | "payments">;

/**
 * The chair says that this order runs, or ran: the only way an order becomes running. One that was given up meanwhile
 * is stopped and shown to a person, since its money is on its way back. The caller holds the order's lock.
 * @returns the order as it stands now
 */
export async function confirmRun(
  tx: Transaction,
  { clock, times }: Parts,
  order: OrderRecord,
  heard: { startedAt: Date; stillRuns: boolean },
): Promise<OrderRecord> {
  const now = clock.now();
  const { orderId, deviceId } = order;
  if (order.status === "starting") {
    const { startedAt } = heard;
    const endsAt = endOfRun(startedAt, order.minutes);
    await moveOrder(tx, {
      orderId,
      from: "starting",
      to: "running",
      cause: "chairRuns",
      at: now,
      deadlineAt: later(endsAt, times.silenceMs),
      startedAt,
      endsAt,
    });
    await announceOrder(tx, order, now);
    return { ...order, status: "running", startedAt, endsAt };
  }
  const givenUp = order.status === "failed" || order.status === "refunded" || order.status === "cancelled";
  if (givenUp) {
    if (heard.stillRuns) await askToStop(tx, { deviceId, orderId }, now);
    await openCase(tx, {
      kind: "ranAfterRefund",
      deviceId,
      orderId,
      subject: orderId,
      detail: { orderStatus: order.status },
      openedAt: now,
    });
  }
  return order;
}

/**
 * The run is over, by the chair's word or for its silence. Only a running order ends so, and not before it began or
 * in the future, whatever the chair's clock says.
 * @returns the order as it stands now
 */
export async function endRun(
  tx: Transaction,
  parts: Parts,
  order: OrderRecord,
  end: { at: Date; reason: EndReason },
): Promise<OrderRecord> {
  if (order.status !== "running") return order;
  const now = parts.clock.now();
  const begun = order.startedAt?.getTime() ?? 0;
  const endedAt = new Date(Math.min(Math.max(end.at.getTime(), begun), now.getTime()));
  await moveOrder(tx, {
    orderId: order.orderId,
    from: "running",
    to: "completed",
    cause: end.reason,
    at: now,
    deadlineAt: null,
    endedAt,
    endReason: end.reason,
  });
  await announceOrder(tx, order, now);
  const ended = { ...order, status: "completed", endedAt, endReason: end.reason, deadlineAt: null } as const;
  await returnUnused(tx, parts, ended, now);
  return ended;
}

/**
 * A chair that ended a massage early owes its outlet's share of the payment. Money handed over in person is not
 * written down as returned by itself: nobody may stand there to hand it back.
 */
async function returnUnused(tx: Transaction, parts: Parts, order: OrderRecord, now: Date): Promise<void> {
  const { startedAt, endsAt, endedAt, endReason: reason, amountMinor, currency } = order;
  if (order.payType !== "online" || reason === null || !startedAt || !endsAt || !endedAt) return;
  const run = { reason, amountMinor, currency, startedAt, endsAt, endedAt };
  if (refundOfRun("full", run) === 0) return;
  const { refundPolicy } = await moneyTermsOf(tx, order.outletId);
  const owed = refundOfRun(refundPolicy, run);
  if (owed > 0) await returnMoney(tx, parts, order, { amountMinor: owed, reason: "chairsFault" }, now);
}
