import type { EndReason } from "@reposo/contract/orders.ts";
import { moneyTermsOf } from "#features/outlets/index.ts";
import { openCase } from "#features/attention/index.ts";
import type { Transaction } from "#platform/database.ts";
import { moveOrder } from "./order-moves-store.ts";
import { announceOrder } from "./order-news.ts";
import type { LockedOrder } from "./order-record.ts";
import { endOfRun } from "./orders-rules.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { type RefundPolicy, refundsOfRun } from "./refund-rules.ts";
import { returnMoney } from "./return-money.ts";
import { endExtensions } from "./run-extensions.ts";
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
  order: LockedOrder,
  heard: { startedAt: Date; stillRuns: boolean },
): Promise<LockedOrder> {
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
 * The run is over, by the chair's word or for its silence, and with it whatever was to lengthen it. Only a running order ends so, and not before it began or
 * in the future, whatever the chair's clock says.
 * @returns the order as it stands now
 */
export async function endRun(
  tx: Transaction,
  parts: Parts,
  order: LockedOrder,
  end: { at: Date; reason: EndReason },
): Promise<LockedOrder> {
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
  await endExtensions(tx, parts, order, { endedAt, reason: end.reason });
  await returnUnused(tx, parts, ended, now);
  return { ...ended, extensions: [] };
}

/**
 * A chair that ended a massage early owes its outlet's share of the payments, of the extensions first. Money handed
 * over in person is not written down as returned by itself: nobody may stand there to hand it back.
 */
async function returnUnused(tx: Transaction, parts: Parts, order: LockedOrder, now: Date): Promise<void> {
  const { startedAt, endedAt, endReason: reason } = order;
  if (reason === null || !startedAt || !endedAt) return;
  const ran = order.extensions.filter(({ status }) => status === "running");
  const portions = [{ ...order, endsAt: endOfRun(startedAt, order.minutes) }, ...ran].map((part) => ({
    order: { ...part, status: "completed" } as const,
    minutes: part.minutes,
    endsAt: part.endsAt ?? endedAt,
    amountMinor: part.payType === "online" ? part.amountMinor : 0,
    currency: part.currency,
  }));
  const owedBy = (policy: RefundPolicy) => refundsOfRun(policy, { reason, endedAt }, portions);
  if (owedBy("full").every((amountMinor) => amountMinor === 0)) return;
  const { refundPolicy } = await moneyTermsOf(tx, order.outletId);
  for (const [place, amountMinor] of owedBy(refundPolicy).entries()) {
    const part = portions[place];
    if (amountMinor > 0 && part !== undefined)
      await returnMoney(tx, parts, part.order, { amountMinor, reason: "chairsFault" }, now);
  }
}
