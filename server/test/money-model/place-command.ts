import { randomUUID } from "node:crypto";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate, extend } from "@reposo/contract/orders/orders.ts";
import { sql } from "#platform/postgres/sql.ts";
import { expect } from "vitest";
import { ProductError } from "#platform/http/product-error.ts";
import type { ModelCoupon, ModelOrder } from "./model-order.ts";
import { minutesOf, type MoneyWorld, pricesMinor } from "./money-world.ts";

type Reply = ReplyOf<typeof activate> | ReplyOf<typeof extend>;

/** How a massage or an extension is paid. */
export interface Paying {
  readonly payType: ModelOrder["payType"];
  readonly provider: "simulated" | "stripe" | "xendit";
  /** Index of the coupon; null: no coupon. */
  readonly coupon: number | null;
  readonly customer: number;
}

export interface Placing extends Paying {
  readonly place: number;
  readonly gear: number;
}

/** Customer number of orders that were placed at the counter. */
const counterCustomer = -1;

const isHeldBy = (paying: Paying) => (order: ModelOrder) =>
  order.status === "unpaid" && order.customer === paying.customer;

/** Returns the customer's unpaid order that a new order with the same coupon replaces. Extensions replace no order. */
function replacedBy({ coupons }: MoneyWorld, paying: Paying, parent: ModelOrder | null): ModelOrder | null {
  if (paying.payType !== "online" || paying.coupon === null || parent !== null) return null;
  const held = coupons[paying.coupon]?.held ?? [];
  return held.find((order) => order.parent === null && isHeldBy(paying)(order)) ?? null;
}

/**
 * Returns the amount to pay with a coupon, or the reason why it is refused. Deliberately implemented independently of the
 * product.
 */
function worthOf(
  { kind, maxUses, held }: ModelCoupon,
  paying: Paying,
  { amount, minutes }: { amount: number; minutes: number },
): number | string {
  const { payType, customer } = paying;
  if (kind === "cash" && payType !== "cashCoupon") return "couponIsCash";
  if (kind !== "cash" && payType === "cashCoupon") return "couponIsNotCash";
  if (held.length >= maxUses)
    return held.some(({ status }) => status === "unpaid") ? "couponReserved" : "couponUsedUp";
  const isOwn = (order: ModelOrder) => order.customer === customer;
  if (kind === "oncePerCustomer" && customer !== counterCustomer && held.some(isOwn)) return "couponUsedUp";
  const left = {
    free: 0,
    oncePerCustomer: 0,
    minutes: minutes <= 10 ? 0 : null,
    percent: Math.floor((amount * 67) / 100),
    amountOff: Math.max(0, amount - 6_000),
    cash: amount <= 10_000 ? 0 : null,
  }[kind];
  if (left === null) return "couponNotValidHere";
  if (payType === "cashCoupon") return amount;
  if (payType === "coupon") return left === 0 ? 0 : "couponNeedsPayment";
  if (left === 0) return "couponNotValidHere";
  return payType === "online" && held.some(isHeldBy(paying)) ? "couponReserved" : left;
}

const takesCoupon = ({ payType }: Paying) => payType === "coupon" || payType === "cashCoupon";

/** Returns the amount to pay, or the refusal, as far as only the coupon determines it. */
function payableWith(
  world: MoneyWorld,
  paying: Paying,
  gear: number,
  parent: ModelOrder | null,
): number | string {
  const amount = pricesMinor[gear] as number;
  const coupon = paying.coupon === null ? undefined : world.coupons[paying.coupon];
  if (coupon === undefined) return takesCoupon(paying) ? "invalidRequest" : amount;
  const replaced = replacedBy(world, paying, parent);
  const held = coupon.held.filter((order) => order !== replaced);
  return worthOf({ ...coupon, held }, paying, { amount, minutes: minutesOf[gear] as number });
}

export async function placeOrder(world: MoneyWorld, placing: Placing): Promise<void> {
  const { model, chairs, server, customers, manager } = world;
  const { place, gear } = placing;
  const busy = model.liveOn(place) ? "deviceInUse" : null;
  const refusal = model.broken.has(place) ? "deviceUnavailable" : busy;
  await execute(world, placing, {
    gear,
    place,
    parent: null,
    expected:
      refusal ??
      payableWith(
        world,
        placing.payType === "cash" ? { ...placing, customer: counterCustomer } : placing,
        gear,
        null,
      ),
    send: (payment) =>
      server.orders.place({
        caller: placing.payType === "cash" ? manager : (customers[placing.customer] ?? manager),
        request: { deviceId: chairs[place]?.deviceId as string, ...payment },
        ip: randomUUID(),
        saveReply: () => {},
      }),
  });
}

/** Extends a massage as its customer; if it was placed at the counter, as a manager. */
export async function extendOrder(world: MoneyWorld, wanted: Paying, run: ModelOrder): Promise<void> {
  const { model, server, customers, manager } = world;
  const isCounter = run.customer === counterCustomer;
  const paying: Paying = isCounter
    ? { ...wanted, payType: "cash", coupon: null, customer: counterCustomer }
    : { ...wanted, customer: run.customer };
  const gear = minutesOf.findIndex((minutes) => minutes === run.minutes);
  const rejection = model.extensions.rejectionOf(run, run.minutes, world.now());
  const payable = payableWith(world, paying, gear, run);
  // The server notices a missing coupon code before it locks the order and reads its unpaid extensions.
  const isIncomplete = rejection === "extensionUnpaid" && payable === "invalidRequest";
  await execute(world, paying, {
    gear,
    place: run.place,
    parent: run,
    expected: isIncomplete ? payable : (rejection ?? payable),
    send: (payment) =>
      server.orders.extend({
        caller: paying.payType === "cash" ? manager : (customers[run.customer] ?? manager),
        request: { orderId: run.orderId, ...payment },
        ip: randomUUID(),
        saveReply: () => {},
      }),
  });
}

interface Execution {
  readonly gear: number;
  readonly place: number;
  readonly parent: ModelOrder | null;
  /** The expected amount to pay, or the expected refusal. */
  readonly expected: number | string;
  readonly send: (payment: {
    priceId: string;
    payType: Paying["payType"];
    provider?: string;
    couponCode?: string;
    cashCouponCode?: string;
  }) => Promise<Reply>;
}

async function execute(
  world: MoneyWorld,
  paying: Paying,
  { gear, place, parent, expected, send }: Execution,
): Promise<void> {
  const { model, server, coupons } = world;
  const { payType, provider } = paying;
  const coupon = paying.coupon === null ? null : (coupons[paying.coupon] as ModelCoupon);
  const faults = server.companies.find(({ name }) => name === provider)?.faults;
  const mayFail = payType === "online" && faults !== undefined && faults.failing + faults.losingResponses > 0;
  const at = world.now();
  const replaced = replacedBy(world, paying, parent);
  const outcome = await outcomeOf(
    send({
      priceId: world.outlet.priceIds[gear] as string,
      payType,
      ...(payType === "online" && { provider }),
      ...(coupon && { [payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: coupon.code }),
    }),
  );
  // An extension belongs to the customer of the massage; at the counter, it belongs to no customer.
  const customer = parent?.customer ?? (payType === "cash" ? counterCustomer : paying.customer);
  const facts = { place, parent, payType, minutes: minutesOf[gear] as number, coupon, customer };
  if (mayFail && outcome === "payMethodUnavailable" && typeof expected === "number") {
    const orderId = await newestOrder(world);
    if (replaced) model.stopped(replaced, at, false);
    model.placed({ orderId, amountMinor: expected, ...facts }, at);
    model.notPaid(model.orders.at(-1) as ModelOrder);
    return;
  }
  if (typeof outcome === "string") {
    expect(outcome).toBe(expected);
    return;
  }
  expect(expected).toBeTypeOf("number");
  if (replaced) model.stopped(replaced, at, false);
  model.placed({ orderId: outcome.orderId, amountMinor: expected as number, ...facts }, at);
}

async function outcomeOf(placing: Promise<Reply>): Promise<Reply | string> {
  try {
    return await placing;
  } catch (error) {
    if (error instanceof ProductError) return error.resultName;
    throw error;
  }
}

/** Returns the ID of the only order that the model does not contain yet. */
async function newestOrder({ server, outlet, model }: MoneyWorld): Promise<string> {
  const known = model.orders.map(({ orderId }) => orderId);
  const { rows } = await sql<{ id: string }>`
    SELECT order_id AS id FROM orders
    WHERE outlet_id = ${outlet.outletId} AND order_id <> ALL(${known}::uuid[])`.execute(server.test.database);
  return rows[0]?.id as string;
}
