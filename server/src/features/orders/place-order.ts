import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import { moneyTermsOf } from "#features/outlets/index.ts";
import { writeAudit } from "#platform/audit-trail.ts";
import { failPoint } from "#platform/fail-points.ts";
import { invalidField, ProductError } from "#platform/product-error.ts";
import { transact } from "#platform/transactions.ts";
import { countTry } from "#platform/try-window.ts";
import { beginPayment } from "./begin-payment.ts";
import { cancelOrder } from "./cancel-order.ts";
import { createJudgeOrder, type Judged, type Placing } from "./judge-order.ts";
import { newOrderId } from "./order-id.ts";
import type { NewOrder, OrderRecord } from "./order-record.ts";
import { orderTypeOf } from "./orders-rules.ts";
import { later, type OrderParts } from "./orders-parts.ts";
import { findOrder, insertOrders, lockOrder } from "./orders-store.ts";
import { actorOf, createWritePaid } from "./place-paid.ts";
import { redeemFor } from "./redeem-for.ts";

type Placed = ReplyOf<typeof activate>;

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

/** A coupon pays by itself, or lowers what is paid online or at the counter. */
function codeOf({ request }: Placing): string | null {
  const { payType, couponCode, cashCouponCode } = request;
  if (payType === "cashCoupon") return cashCouponCode ?? refuseEmpty("cashCouponCode");
  return couponCode ?? (payType === "coupon" ? refuseEmpty("couponCode") : null);
}

function refuseEmpty(field: string): never {
  throw invalidField(field, "required");
}

function draft(parts: OrderParts, placing: Placing, { device, price }: Judged): NewOrder {
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
    // The whole price, until a coupon says what is left of it.
    amountMinor: price.amountMinor,
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
export function createPlaceOrder(parts: OrderParts): (placing: Placing) => Promise<Placed> {
  const judge = createJudgeOrder(parts);
  const writePaid = createWritePaid(parts);
  return async (placing) => {
    const order = draft(parts, placing, await judge(placing));
    const code = codeOf(placing);
    if (code !== null) await admitCouponTry(parts, placing);
    if (order.payType === "online") return placeUnpaid(parts, placing, { order, code });
    const { orderId, status } = await writePaid({ placing, order, code });
    return { orderId, orderStatus: status, payment: null };
  };
}

async function chooseProvider({ database, payments }: OrderParts, placing: Placing, order: NewOrder) {
  const { paymentProviders } = await moneyTermsOf(database, order.outletId);
  const offered = payments.providersFor(order.currency, paymentProviders);
  const provider = placing.request.provider ?? offered[0];
  if (provider === undefined || !offered.includes(provider) || order.amountMinor === 0)
    throw new ProductError("payMethodUnavailable");
  return provider;
}

/**
 * An unpaid order holds nothing of a chair: any number may stand on it, and whoever pays first has it. It does hold its
 * coupon's use until it is paid or given up.
 */
async function placeUnpaid(
  parts: OrderParts,
  placing: Placing,
  { order: drafted, code }: { order: NewOrder; code: string | null },
): Promise<Placed> {
  const { database, payments } = parts;
  const provider = await chooseProvider(parts, placing, drafted);
  const { orderId, currency, deadlineAt } = drafted;
  const promised: Placed = {
    orderId,
    orderStatus: "unpaid",
    payment: { provider, expiresAt: deadlineAt.toISOString() },
  };
  const paymentId = await transact(database, async (tx) => {
    const order = await redeemFor(tx, drafted, code);
    await insertOrders(tx, [order]);
    const wish = { orderId, provider, amountMinor: order.amountMinor, currency, expiresAt: deadlineAt };
    await writeAudit(tx, {
      at: drafted.orderedAt,
      actor: actorOf(placing),
      action: "order.online",
      subject: `order:${orderId}`,
    });
    // Should the server die before the page is there, the same key finds this order, and following it asks for the page.
    await placing.remember(tx, promised);
    return payments.propose(tx, wish);
  });
  failPoint("activate.proposed");
  const { orderNumber } = (await findOrder(database, orderId)) as OrderRecord;
  const begun = await beginPayment(parts, { orderId, orderNumber, paymentId }).catch((cause: unknown) =>
    giveUp(parts, orderId, cause),
  );
  const { redirectUrl, qrText } = begun;
  const reply: Placed = {
    ...promised,
    payment: {
      provider,
      ...(redirectUrl === null ? {} : { redirectUrl }),
      ...(qrText === null ? {} : { qrText }),
      expiresAt: deadlineAt.toISOString(),
    },
  };
  await transact(database, (tx) => placing.remember(tx, reply));
  return reply;
}

/** The company has no page for this order: nobody can pay it, and another way to pay is open at once. */
async function giveUp(parts: OrderParts, orderId: string, cause: unknown): Promise<never> {
  const { database, clock, log } = parts;
  log.warn({ err: cause, orderId }, "a payment could not be begun");
  await transact(database, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status === "unpaid") await cancelOrder(tx, parts, order, "paymentRefused", clock.now());
  });
  throw new ProductError("payMethodUnavailable", { cause });
}
