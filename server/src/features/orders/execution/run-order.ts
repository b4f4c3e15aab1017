import type { EndReason } from "@reposo/contract/orders.ts";
import { moneyTermsOf } from "#features/outlets/index.ts";
import { openCase } from "#features/cases/index.ts";
import { latestExtensions } from "#features/orders/extensions/extensions-store.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/order-record.ts";
import { endOfRun } from "#features/orders/order-state-rules.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { leftToReturn } from "#features/orders/refunds/refund-manually.ts";
import { type RefundPolicy, refundsOfRun } from "#features/orders/refunds/refund-rules.ts";
import { returnMoney } from "#features/orders/refunds/refund-order.ts";
import { endExtensions } from "#features/orders/extensions/run-extensions.ts";
import { askToStop } from "./send-commands.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Parts = Pick<OrderParts, "clock" | "times" | "payments">;

/** One a minute of the longest run. */
const mostExtensions = 600;

/**
 * The chair says that this order runs, or ran: the only way an order becomes running. One that was given up meanwhile
 * is stopped and shown to a person, since its money is on its way back. The caller holds the order's lock.
 * @returns the order as it stands now
 */
export async function confirmRun(
  uow: UnitOfWork,
  { clock, times }: Parts,
  order: LockedOrder,
  heard: { startedAt: Date; stillRuns: boolean },
): Promise<LockedOrder> {
  const now = clock.now();
  const { orderId, deviceId } = order;
  if (order.status === "starting") {
    const { startedAt } = heard;
    const endsAt = endOfRun(startedAt, order.minutes);
    moveOrder(uow, {
      orderId,
      from: "starting",
      to: "running",
      cause: "chairRuns",
      at: now,
      deadlineAt: later(endsAt, times.silenceMs),
      startedAt,
      endsAt,
    });
    announceOrder(uow, order, now);
    return { ...order, status: "running", startedAt, endsAt };
  }
  const givenUp = order.status === "failed" || order.status === "refunded" || order.status === "cancelled";
  if (givenUp) {
    if (heard.stillRuns) await askToStop(uow, { deviceId, orderId }, now);
    await openCase(uow, {
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
  uow: UnitOfWork,
  parts: Parts,
  order: LockedOrder,
  end: { at: Date; reason: EndReason },
): Promise<LockedOrder> {
  if (order.status !== "running") return order;
  const now = parts.clock.now();
  const begun = order.startedAt?.getTime() ?? 0;
  // After the clock was set back, the beginning may lie in the future.
  const endedAt = new Date(Math.max(Math.min(end.at.getTime(), now.getTime()), begun));
  moveOrder(uow, {
    orderId: order.orderId,
    from: "running",
    to: "completed",
    cause: end.reason,
    at: now,
    deadlineAt: null,
    endedAt,
    endReason: end.reason,
  });
  announceOrder(uow, order, now);
  const ended = { ...order, status: "completed", endedAt, endReason: end.reason, deadlineAt: null } as const;
  await endExtensions(uow, parts, order, { endedAt, reason: end.reason });
  const ran = order.extensions.filter(({ status }) => status === "running");
  await returnUnused(uow, parts, ended, ran, now);
  return { ...ended, extensions: [] };
}

/**
 * A chair that was away until its run was ended for its silence tells at last that it had failed, as after a power cut
 * that outlasted the massage: the end stays as it was written down, and what was not had goes back all the same.
 */
export async function hearLateFault(
  uow: UnitOfWork,
  parts: Parts,
  order: LockedOrder,
  { at, reason }: { at: Date; reason: EndReason },
): Promise<void> {
  const { startedAt, endedAt, endReason, extendedMinutes } = order;
  if (order.status !== "completed" || endReason !== "silent" || !startedAt || !endedAt) return;
  const extensions = extendedMinutes ? await latestExtensions(uow, order, mostExtensions) : [];
  const ran = extensions.filter(({ status }) => status === "completed").reverse();
  const had = new Date(Math.min(Math.max(at.getTime(), startedAt.getTime()), endedAt.getTime()));
  await returnUnused(uow, parts, { ...order, endedAt: had, endReason: reason }, ran, parts.clock.now());
}

/**
 * A chair that ended a massage early owes its outlet's share of the payments, of the extensions first. Money handed
 * over in person is not written down as returned by itself: nobody may stand there to hand it back.
 */
async function returnUnused(
  uow: UnitOfWork,
  parts: Parts,
  order: OrderRecord,
  ran: readonly OrderRecord[],
  now: Date,
): Promise<void> {
  const { startedAt, endedAt, endReason: reason } = order;
  if (reason === null || !startedAt || !endedAt) return;
  const portions = [{ ...order, endsAt: endOfRun(startedAt, order.minutes) }, ...ran].map((part) => ({
    order: { ...part, status: "completed" } as const,
    minutes: part.minutes,
    endsAt: part.endsAt ?? endedAt,
    amountMinor: part.payType === "online" ? part.amountMinor : 0,
    currency: part.currency,
  }));
  const owedBy = (policy: RefundPolicy) => refundsOfRun(policy, { reason, endedAt }, portions);
  if (owedBy("full").every((amountMinor) => amountMinor === 0)) return;
  const { refundPolicy } = await moneyTermsOf(uow, order.outletId);
  for (const [place, owed] of owedBy(refundPolicy).entries()) {
    const part = portions[place];
    if (owed === 0 || part === undefined) continue;
    // Of one that ended long ago, something may have been given back by hand.
    const amountMinor = Math.min(owed, await leftToReturn(uow, part.order));
    if (amountMinor > 0)
      await returnMoney(uow, parts, part.order, { amountMinor, reason: "chairsFault" }, now);
  }
}
