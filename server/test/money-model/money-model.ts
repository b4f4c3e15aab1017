import type { EndReason, OrderStatus, PayType } from "@reposo/contract/orders.ts";

/** What the guarantees say must have become of an order, worked out from what happened to it and nothing else. */
export interface ModelOrder {
  readonly orderId: string;
  readonly place: number;
  readonly payType: Exclude<PayType, "coin">;
  readonly minutes: number;
  /** In money, whatever a coupon took off. */
  readonly amountMinor: number;
  readonly coupon: ModelCoupon | null;
  readonly customer: number;
  status: OrderStatus;
  endReason: EndReason | null;
  /** When the server has to act by itself next. */
  deadlineMs: number | null;
  paidMs: number;
  startedMs: number;
  endsMs: number;
  wasAsked: boolean;
  takenMinor: number;
  /** Back, or on its way back. */
  promisedMinor: number;
}

export type CouponKind = "free" | "minutes" | "cash" | "percent" | "amountOff" | "onceEach";

export interface ModelCoupon {
  readonly kind: CouponKind;
  readonly code: string;
  readonly maxUses: number;
  readonly held: ModelOrder[];
}

export type RefundPolicy = "none" | "proportional" | "full";

const paymentMs = 15 * 60_000;
const startMs = 20_000;
const graceMs = 15_000;
const silenceMs = 30_000;

const isLive = ({ status }: ModelOrder) => status === "paid" || status === "starting" || status === "running";

export function createMoneyModel(policy: RefundPolicy) {
  const orders: ModelOrder[] = [];
  /** Places whose chair has told of a fault. */
  const broken = new Set<number>();
  const liveOn = (place: number) => orders.find((order) => order.place === place && isLive(order)) ?? null;

  const release = (order: ModelOrder) => {
    const held = order.coupon?.held;
    if (held?.includes(order)) held.splice(held.indexOf(order), 1);
  };
  const end = (order: ModelOrder, status: OrderStatus, why: EndReason) => {
    Object.assign(order, { status, endReason: why, deadlineMs: null });
    if (status !== "completed") release(order);
  };
  /** Nothing ran: everything goes back, what is in a manager's hand at once. */
  const fail = (order: ModelOrder, why: EndReason) => {
    order.promisedMinor = order.takenMinor;
    end(order, order.takenMinor > 0 && order.payType !== "online" ? "refunded" : "failed", why);
  };
  const start = (order: ModelOrder, now: number) =>
    Object.assign(order, { status: "starting", paidMs: now, deadlineMs: now + startMs });

  return {
    orders,
    broken,
    liveOn,

    placed(
      order: Pick<
        ModelOrder,
        "orderId" | "place" | "payType" | "minutes" | "amountMinor" | "coupon" | "customer"
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
        wasAsked: false,
        takenMinor: isOnline ? 0 : order.amountMinor,
        promisedMinor: 0,
      };
      orders.push(placed);
      order.coupon?.held.push(placed);
      if (!isOnline) start(placed, now);
    },

    /** The company has the customer's money and we know of it. */
    paid(order: ModelOrder, now: number): void {
      if (order.takenMinor > 0) return;
      order.takenMinor = order.amountMinor;
      if (order.status === "cancelled") return fail(order, order.endReason as EndReason);
      if (broken.has(order.place)) return fail(order, "deviceUnavailable");
      if (liveOn(order.place)) return fail(order, "deviceTaken");
      start(order, now);
    },
    notPaid(order: ModelOrder): void {
      if (order.status === "unpaid") end(order, "cancelled", "paymentRefused");
    },

    /** What a chair said of an order's run, heard now. */
    runs(order: ModelOrder, startedMs: number, now: number): void {
      if (order.status !== "starting") return;
      order.startedMs = Math.max(Math.min(startedMs, now), order.paidMs);
      order.endsMs = order.startedMs + order.minutes * 60_000;
      order.status = "running";
      order.deadlineMs = order.endsMs + silenceMs;
    },
    refused(order: ModelOrder, why: EndReason): void {
      if (order.status === "starting") fail(order, why);
    },
    ended(order: ModelOrder, atMs: number, why: EndReason, now: number): void {
      if (order.status !== "running") return;
      const endedMs = Math.min(Math.max(atMs, order.startedMs), now);
      end(order, "completed", why);
      if (order.payType !== "online" || (why !== "fault" && why !== "powerLoss")) return;
      const unused = (order.endsMs - endedMs) / (order.endsMs - order.startedMs);
      if (unused <= 0 || policy === "none") return;
      order.promisedMinor =
        policy === "full" ? order.amountMinor : Math.ceil(Number((order.amountMinor * unused).toFixed(6)));
    },

    stopped(order: ModelOrder): "refused" | "done" {
      if (order.status === "unpaid") end(order, "cancelled", "stopped");
      else if (order.status === "starting") fail(order, "stopped");
      else if (order.status !== "running") return "refused";
      return "done";
    },

    /** What is left of a massage's price, if an operator may give it back. */
    leftOf: (order: ModelOrder): number =>
      order.status === "completed" ? order.amountMinor - order.promisedMinor : 0,

    meetDeadlines(now: number): void {
      for (const order of orders) {
        if (order.deadlineMs === null || order.deadlineMs > now) continue;
        if (order.status === "unpaid") end(order, "cancelled", "paymentTimeout");
        else if (order.status === "running") end(order, "completed", "silent");
        else if (order.wasAsked) fail(order, "startDeadline");
        else Object.assign(order, { wasAsked: true, deadlineMs: now + graceMs });
      }
    },
  };
}

export type MoneyModel = ReturnType<typeof createMoneyModel>;
