import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import { takeCouponUse } from "#features/coupons/index.ts";
import { availabilityOf, type DeviceRecord, findDevice } from "#features/devices/index.ts";
import { issueTicket } from "#features/login/index.ts";
import { findPrice, type PriceRecord, priceListOf } from "#features/prices/index.ts";
import { bookRevenue } from "#features/revenue/index.ts";
import { writeAudit } from "#platform/audit-trail.ts";
import type { Transaction } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { Remember } from "#platform/http/idempotency.ts";
import { invalidField, ProductError } from "#platform/product-error.ts";
import { transact } from "#platform/transactions.ts";
import { countTry } from "#platform/try-window.ts";
import { newOrderId } from "./order-id.ts";
import { announceOrder } from "./order-news.ts";
import type { NewOrder } from "./order-record.ts";
import { orderTypeOf, payTypeRefusal } from "./orders-rules.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { findOrder, insertOrder } from "./orders-store.ts";
import { returnUrlOf } from "./return-address.ts";
import { enqueueStart } from "./send-commands.ts";

export interface Placing {
  readonly caller: CustomerCaller | ManagerCaller;
  readonly request: RequestOf<typeof activate>;
  /** For the coupon tries; the address they come from. */
  readonly ip: string;
  readonly remember: Remember<ReplyOf<typeof activate>>;
}

type Placed = ReplyOf<typeof activate>;

/** A chair may be ordered now, at this price, by this caller; everything that can be refused before money moves. */
async function judge(parts: OrderParts, { caller, request }: Placing) {
  const device = await findDevice(parts.database, request.deviceId);
  if (device === null) throw new ProductError("deviceUnknown");
  if (caller.kind === "manager" && !caller.outletIds.includes(device.outletId))
    throw new ProductError("deviceOfOtherOutlet", { params: { name: caller.name } });
  const refusal = payTypeRefusal(caller.kind, request.payType);
  if (refusal !== null) throw new ProductError(refusal);
  if (availabilityOf(device).kind === "unavailable") throw new ProductError("deviceUnavailable");
  if (device.liveOrder !== null) throw new ProductError("deviceInUse");
  return { device, price: await priceOf(parts, device, request.priceId) };
}

async function priceOf(
  { database }: OrderParts,
  device: DeviceRecord,
  priceId: string,
): Promise<PriceRecord> {
  const { priceGroupId } = device;
  const price = priceGroupId === null ? null : await findPrice(database, priceGroupId, priceId);
  if (price !== null) return price;
  const list = priceGroupId === null ? [] : await priceListOf(database, priceGroupId);
  if (list.length === 0) throw new ProductError("priceListMissing");
  // Another chair's price, or one that was changed while the page lay open.
  throw invalidField("priceId", "unknown");
}

/** Guesses are counted a token and an address, before anyone knows how they end. */
async function admitCouponTry({ database, clock, couponTries }: OrderParts, { caller, ip }: Placing) {
  const tries = [
    await countTry(database, clock, `coupon:${caller.tokenHash.toString("hex")}`, couponTries.aMinuteToken),
    await countTry(database, clock, `coupon-address:${ip}`, couponTries.aMinuteAddress),
  ];
  const refused = tries.find((one) => !one.allowed);
  if (refused)
    throw new ProductError("tooManyTries", {
      data: { retryAfterSeconds: refused.retryAfterSeconds },
      params: { seconds: String(refused.retryAfterSeconds) },
    });
}

function codeOf({ request }: Placing): string | null {
  const { payType, couponCode, cashCouponCode } = request;
  const code = payType === "coupon" ? couponCode : payType === "cashCoupon" ? cashCouponCode : null;
  if (code === undefined)
    throw invalidField(payType === "coupon" ? "couponCode" : "cashCouponCode", "required");
  return code;
}

function draft(parts: OrderParts, placing: Placing, device: DeviceRecord, price: PriceRecord): NewOrder {
  const { caller, request } = placing;
  const { payType } = request;
  const now = parts.clock.now();
  const unpaid = payType === "online";
  const startDeadlineAt = unpaid ? null : later(now, parts.times.startDeadlineMs);
  return {
    orderId: newOrderId(now),
    orderedAt: now,
    deviceId: device.deviceId,
    outletId: device.outletId,
    orderType: orderTypeOf[payType],
    payType,
    status: unpaid ? "unpaid" : "paid",
    priceId: price.priceId,
    gear: price.gear,
    minutes: price.minutes,
    // A coupon without cash value adds an order and no revenue.
    amountMinor: payType === "coupon" ? 0 : price.amountMinor,
    currency: price.currency,
    customerId: caller.kind === "customer" ? caller.customerId : null,
    accountId: caller.kind === "manager" ? caller.accountId : null,
    couponId: null,
    couponProperty: null,
    couponCode: null,
    cashCouponCode: null,
    deadlineAt: startDeadlineAt ?? later(now, parts.times.paymentMs),
    startDeadlineAt,
  };
}

/** Places an order: paid at once by counter cash or a coupon, or to be paid online. */
export async function placeOrder(parts: OrderParts, placing: Placing): Promise<Placed> {
  const { device, price } = await judge(parts, placing);
  const order = draft(parts, placing, device, price);
  if (order.payType === "online") return placeUnpaid(parts, placing, order);
  const code = codeOf(placing);
  if (code !== null) await admitCouponTry(parts, placing);
  failPoint("activate.before-commit");
  const placed = await transact(parts.database, (tx) => writePaid(tx, parts, placing, order, code));
  failPoint("activate.committed");
  parts.wake();
  return placed;
}

async function writePaid(
  tx: Transaction,
  parts: OrderParts,
  placing: Placing,
  drafted: NewOrder,
  code: string | null,
): Promise<Placed> {
  const now = drafted.orderedAt;
  let order = drafted;
  if (code !== null) {
    const { outletId, gear, currency, amountMinor } = drafted;
    const payType = drafted.payType === "coupon" ? "coupon" : "cashCoupon";
    const coupon = await takeCouponUse(tx, code, { payType, outletId, gear, amountMinor, currency, at: now });
    order = {
      ...drafted,
      couponId: coupon.couponId,
      couponProperty: coupon.property,
      couponCode: payType === "coupon" ? coupon.code : null,
      cashCouponCode: payType === "cashCoupon" ? coupon.code : null,
    };
  }
  if (!(await insertOrder(tx, order))) throw new ProductError("deviceInUse");
  const { orderId, outletId, deviceId, currency, amountMinor } = order;
  const source = order.payType === "cash" ? "counter" : "cashCoupon";
  await bookRevenue(
    tx,
    {
      orderId,
      outletId,
      deviceId,
      channel: "cash",
      currency,
      amountMinor,
      source,
      sourceId: orderId,
      occurredAt: now,
    },
    now,
  );
  await enqueueStart(tx, orderId, now);
  await writeAudit(tx, {
    at: now,
    actor: actorOf(placing),
    action: `order.${order.payType}`,
    subject: `order:${orderId}`,
  });
  await announceOrder(tx, order, now);
  const reply: Placed = { orderId, orderStatus: order.status, payment: null };
  await placing.remember(tx, reply);
  failPoint("activate.written");
  return reply;
}

/** An unpaid order holds nothing: any number may stand on a chair, and whoever pays first has it. */
async function placeUnpaid(parts: OrderParts, placing: Placing, order: NewOrder): Promise<Placed> {
  const { database, payments } = parts;
  const offered = payments.providersFor(order.currency);
  const provider = placing.request.provider ?? offered[0];
  if (provider === undefined || !offered.includes(provider) || order.amountMinor === 0)
    throw new ProductError("payMethodUnavailable");
  const { orderId, amountMinor, currency, deadlineAt } = order;
  const { paymentId, ticket } = await transact(database, async (tx) => {
    await insertOrder(tx, order);
    const wish = { orderId, provider, amountMinor, currency, expiresAt: deadlineAt };
    await writeAudit(tx, {
      at: order.orderedAt,
      actor: actorOf(placing),
      action: "order.online",
      subject: `order:${orderId}`,
    });
    return {
      paymentId: await payments.propose(tx, wish),
      ticket: await issueTicket(tx, parts.clock, orderId),
    };
  });
  failPoint("activate.proposed");
  const orderNumber = (await findOrder(database, orderId))?.orderNumber ?? orderId;
  const begun = await payments.begin(paymentId, orderNumber, returnUrlOf(parts.publicUrl, orderId, ticket));
  const reply: Placed = {
    orderId,
    orderStatus: "unpaid",
    payment: {
      provider,
      ...(begun.redirectUrl === null ? {} : { redirectUrl: begun.redirectUrl }),
      ...(begun.qrText === null ? {} : { qrText: begun.qrText }),
      expiresAt: deadlineAt.toISOString(),
    },
  };
  await transact(database, async (tx) => {
    await payments.keep(tx, paymentId, begun);
    await placing.remember(tx, reply);
  });
  return reply;
}

const actorOf = ({ caller }: Placing): string =>
  caller.kind === "manager" ? `manager:${caller.accountId}` : `customer:${caller.customerId}`;
