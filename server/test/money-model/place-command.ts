import { randomUUID } from "node:crypto";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import { ProductError } from "#platform/product-error.ts";
import type { ModelCoupon, ModelOrder } from "./money-model.ts";
import { minutesOf, type MoneyWorld, pricesMinor } from "./money-world.ts";

export interface Placing {
  readonly place: number;
  readonly gear: number;
  readonly payType: ModelOrder["payType"];
  readonly provider: "simulated" | "stripe" | "xendit";
  /** Null: none is given. */
  readonly coupon: number | null;
  readonly customer: number;
}

/** What a coupon leaves to pay in money, or how it is refused; written once more than in the product, on purpose. */
function worthOf(
  { kind, maxUses, held }: ModelCoupon,
  { payType, customer }: Placing,
  { amount, minutes }: { amount: number; minutes: number },
): number | string {
  if ((kind === "cash") !== (payType === "cashCoupon")) return "couponUnknown";
  if (held.length >= maxUses) return "couponUsedUp";
  const isOwn = (order: ModelOrder) => order.customer === customer;
  if (kind === "onceEach" && payType !== "cash" && held.some(isOwn)) return "couponUsedUp";
  const left = {
    free: 0,
    onceEach: 0,
    minutes: minutes <= 10 ? 0 : null,
    percent: Math.floor((amount * 67) / 100),
    amountOff: Math.max(0, amount - 6_000),
    cash: amount <= 10_000 ? 0 : null,
  }[kind];
  if (left === null) return "couponNotValidHere";
  if (payType === "cashCoupon") return amount;
  if (payType === "coupon") return left === 0 ? 0 : "couponNeedsPayment";
  return left > 0 ? left : "couponNotValidHere";
}

const takesCoupon = ({ payType }: Placing) => payType === "coupon" || payType === "cashCoupon";

function predict({ model, coupons }: MoneyWorld, placing: Placing): number | string {
  const { place, gear } = placing;
  if (model.broken.has(place)) return "deviceUnavailable";
  if (model.liveOn(place)) return "deviceInUse";
  const amount = pricesMinor[gear] as number;
  const coupon = placing.coupon === null ? undefined : coupons[placing.coupon];
  if (coupon === undefined) return takesCoupon(placing) ? "invalidRequest" : amount;
  return worthOf(coupon, placing, { amount, minutes: minutesOf[gear] as number });
}

export async function placeOrder(world: MoneyWorld, placing: Placing): Promise<void> {
  const { model, server, coupons } = world;
  const { place, gear, payType, provider, customer } = placing;
  const expected = predict(world, placing);
  const isCashier = payType === "cash";
  const caller = isCashier ? world.manager : world.customers[customer];
  const coupon = placing.coupon === null ? null : (coupons[placing.coupon] as ModelCoupon);
  const company = server.companies.find(({ name }) => name === provider);
  const mayFail =
    payType === "online" &&
    company !== undefined &&
    company.faults.failing + company.faults.losingAnswers > 0;
  const at = world.now();
  const outcome = await outcomeOf(
    server.orders.place({
      caller: caller as typeof world.manager,
      request: {
        deviceId: world.chairs[place]?.deviceId as string,
        priceId: world.place.priceIds[gear] as string,
        payType,
        ...(payType === "online" && { provider }),
        ...(coupon && { [payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: coupon.code }),
      },
      ip: randomUUID(),
      remember: async () => {},
    }),
  );
  const facts = {
    place,
    payType,
    minutes: minutesOf[gear] as number,
    coupon,
    customer: isCashier ? -1 : customer,
  };
  if (mayFail && outcome === "payMethodUnavailable" && typeof expected === "number") {
    const orderId = await newestOrder(world);
    model.placed({ orderId, amountMinor: expected, ...facts }, at);
    model.notPaid(model.orders.at(-1) as ModelOrder);
    return;
  }
  if (typeof outcome === "string") {
    expect(outcome).toBe(expected);
    return;
  }
  expect(expected).toBeTypeOf("number");
  model.placed({ orderId: outcome.orderId, amountMinor: expected as number, ...facts }, at);
}

async function outcomeOf(
  placing: Promise<ReplyOf<typeof activate>>,
): Promise<ReplyOf<typeof activate> | string> {
  try {
    return await placing;
  } catch (error) {
    if (error instanceof ProductError) return error.resultName;
    throw error;
  }
}

async function newestOrder({ server, place }: MoneyWorld): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT order_id AS id FROM orders WHERE outlet_id = ${place.outletId} ORDER BY order_id DESC LIMIT 1`.execute(
    server.test.database,
  );
  return rows[0]?.id as string;
}
