import type { EndReason, OrderStatus } from "@reposo/contract/orders/order-values.ts";
import { mayLackReport } from "./model-end.ts";
import { createModelExtensions } from "./model-extensions.ts";
import type { ModelOrder, RefundPolicy } from "./model-order.ts";

const paymentMs = 15 * 60_000;
const startMs = 20_000;
const graceMs = 15_000;
const silenceMs = 30_000;
/** Time for which a requested stop is valid, in milliseconds. */
const stopMs = 10 * 60_000;

const isLive = ({ status }: ModelOrder) => status === "paid" || status === "starting" || status === "running";

export function createMoneyModel(policy: RefundPolicy) {
  const orders: ModelOrder[] = [];
  /** Indexes of places whose chair has reported a fault. */
  const broken = new Set<number>();
  const liveOn = (place: number) =>
    orders.find((order) => order.place === place && order.parent === null && isLive(order)) ?? null;

  const release = (order: ModelOrder) => {
    const held = order.coupon?.held;
    if (held?.includes(order)) held.splice(held.indexOf(order), 1);
  };
  const end = (order: ModelOrder, status: OrderStatus, reason: EndReason) => {
    Object.assign(order, { status, endReason: reason, deadlineMs: null });
    if (status !== "completed") release(order);
  };
  /** Fails an order that never ran: everything is refunded; a manager returns cash immediately. */
  const fail = (order: ModelOrder, reason: EndReason) => {
    order.refundTotalMinor = order.receivedMinor;
    end(order, order.receivedMinor > 0 && order.payType !== "online" ? "refunded" : "failed", reason);
  };
  const start = (order: ModelOrder, now: number) =>
    Object.assign(order, { status: "starting", paidMs: now, deadlineMs: now + startMs });

  const requestStop = (order: ModelOrder, now: number, byManager: boolean) => {
    order.stopUntilMs = now + stopMs;
    order.stops.push({ requestedMs: now, untilMs: order.stopUntilMs, byManager });
  };

  const extensions = createModelExtensions({ orders, broken, policy, end, fail });
  const finish = (order: ModelOrder, endedMs: number, reason: EndReason) => {
    end(order, "completed", reason);
    order.endedMs = endedMs;
    extensions.ended(order, endedMs, reason);
  };

  return {
    orders,
    broken,
    extensions,
    liveOn,

    placed(
      order: Pick<
        ModelOrder,
        "orderId" | "place" | "payType" | "minutes" | "amountMinor" | "coupon" | "customer" | "parent"
      >,
      now: number,
    ): void {
      const isOnline = order.payType === "online";
      const placed: ModelOrder = {
        ...order,
        status: "unpaid",
        endReason: null,
        deadlineMs: now + paymentMs,
        paidMs: now,
        startedMs: 0,
        endsMs: 0,
        endedMs: 0,
        wasQueried: false,
        isSent: false,
        refusedByChair: false,
        stopUntilMs: 0,
        stops: [],
        unusedMinor: { failure: 0, managerStop: 0 },
        wasCutShort: false,
        receivedMinor: isOnline ? 0 : order.amountMinor,
        refundTotalMinor: 0,
      };
      orders.push(placed);
      order.coupon?.held.push(placed);
      if (isOnline) return;
      if (order.parent) extensions.placed(placed, order.parent, now);
      else start(placed, now);
    },

    /** Applies a payment that the provider has received and reported to the server. */
    paid(order: ModelOrder, now: number): void {
      if (order.receivedMinor > 0) return;
      order.receivedMinor = order.amountMinor;
      if (order.status === "cancelled") return fail(order, order.endReason as EndReason);
      if (order.parent) return extensions.paid(order, order.parent, now);
      if (broken.has(order.place)) return fail(order, "deviceUnavailable");
      if (liveOn(order.place)) return fail(order, "deviceTaken");
      start(order, now);
    },
    notPaid(order: ModelOrder): void {
      if (order.status === "unpaid") end(order, "cancelled", "paymentRefused");
    },

    /** Applies a chair's report that the run of an order has started; `now` is when the server processes it. */
    runs(order: ModelOrder, startedMs: number, now: number): void {
      if (order.status !== "starting") return;
      order.startedMs = Math.max(Math.min(startedMs, now), order.paidMs);
      order.endsMs = order.startedMs + order.minutes * 60_000;
      order.status = "running";
      order.deadlineMs = order.endsMs + silenceMs;
    },
    refused(order: ModelOrder, reason: EndReason): void {
      if (order.status === "starting") fail(order, reason);
    },
    ended(order: ModelOrder, atMs: number, reason: EndReason, now: number): void {
      // The order was ended because its chair was silent or replied to a stop; the chair reports later that it had failed.
      if (order.status === "completed" && mayLackReport(order.endReason))
        extensions.recordRefund(order, Math.min(Math.max(atMs, order.startedMs), order.endedMs), reason);
      if (order.status !== "running") return;
      finish(order, Math.min(Math.max(atMs, order.startedMs), now), reason);
    },

    stopped(order: ModelOrder, now: number, byManager: boolean): "refused" | "done" {
      if (order.status === "unpaid") end(order, "cancelled", "stopped");
      else if (order.status === "paid") fail(order, "stopped");
      // An extension cannot be stopped separately once it was sent or runs: it ends with the massage.
      else if (order.parent !== null) return "refused";
      else if (order.status === "starting") fail(order, "stopped");
      else if (order.status === "running") requestStop(order, now, byManager);
      else return "refused";
      return "done";
    },

    /**
     * Applies a chair's report that an ended order is still running: the run is stopped, unless a stop is in progress.
     */
    runsAfterItsEnd(order: ModelOrder, now: number): void {
      if (order.status === "completed" && order.stopUntilMs <= now) requestStop(order, now, false);
    },

    /** Returns the remaining price of a massage that an operator may refund; 0 if none. */
    leftOf: (order: ModelOrder): number =>
      order.status === "completed" ? order.amountMinor - order.refundTotalMinor : 0,

    meetDeadlines(now: number): void {
      const due = orders.filter(({ deadlineMs }) => deadlineMs !== null && deadlineMs <= now);
      for (const order of due.toSorted((a, b) => (a.deadlineMs ?? 0) - (b.deadlineMs ?? 0))) {
        if (order.deadlineMs === null || order.deadlineMs > now) continue;
        if (order.status === "unpaid") end(order, "cancelled", "paymentTimeout");
        else if (order.parent) extensions.deadline(order, order.parent, now);
        else if (order.status === "running") finish(order, Math.min(order.endsMs, now), "silent");
        else if (order.wasQueried) fail(order, "startDeadline");
        else Object.assign(order, { wasQueried: true, deadlineMs: now + graceMs });
      }
    },
  };
}

export type MoneyModel = ReturnType<typeof createMoneyModel>;
