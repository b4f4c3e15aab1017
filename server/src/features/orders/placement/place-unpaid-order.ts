import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import { storeGuests } from "#features/login/index.ts";
import { moneyTermsOf } from "#features/outlets/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { isDatabaseUnavailable } from "#platform/http/envelopes.ts";
import type { Remember } from "#platform/http/idempotency/idempotency.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { beginPayment } from "./open-payment-page.ts";
import { boundUnpaidOrders, hashOfAddress } from "./limit-unpaid-orders.ts";
import { cancelOrder } from "#features/orders/execution/cancel-order.ts";
import type { Follower } from "#features/orders/listing/follow-order.ts";
import { boundCouponHolds, replaceOwnHold } from "./reserve-coupon.ts";
import type { OrderRecord, PlacedOrder } from "#features/orders/order-record.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { findOrder, insertOrders, lockOrder } from "#features/orders/orders-store.ts";
import { redeemFor } from "./redeem-coupon.ts";
import { insertUnpaid } from "./unpaid-orders-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Placed = ReplyOf<typeof activate>;

interface UnpaidOrder {
  readonly caller: Follower;
  readonly ip: string;
  readonly request: Pick<RequestOf<typeof activate>, "provider" | "expectedAmount">;
  readonly actor: string;
  readonly remember: Remember<Placed>;
  readonly order: PlacedOrder;
  readonly code: string | null;
}

async function chooseProvider({ database, payments }: OrderParts, { request, order }: UnpaidOrder) {
  const { paymentProviders } = await moneyTermsOf(database, order.outletId);
  const offered = payments.providersFor(order.currency, paymentProviders);
  const provider = request.provider ?? offered[0];
  if (provider === undefined || !offered.includes(provider) || order.amountMinor === 0)
    throw new ProductError("payMethodUnavailable");
  return provider;
}

/**
 * An unpaid order holds nothing of a chair: any number may stand on it, and whoever pays first has it. It does hold its
 * coupon's use until it is paid or given up.
 */
export async function placeUnpaid(
  parts: OrderParts,
  unpaid: UnpaidOrder,
  admit: (uow: UnitOfWork) => Promise<void> = async () => {},
): Promise<Placed> {
  const { database, payments } = parts;
  const { order: drafted, code, actor, remember, caller } = unpaid;
  const provider = await chooseProvider(parts, unpaid);
  const { orderId, currency, deadlineAt } = drafted;
  const promised: Placed = {
    orderId,
    orderStatus: "unpaid",
    payment: { provider, expiresAt: deadlineAt.toISOString() },
  };
  const placing = {
    senderId: caller.kind === "customer" ? caller.customerId : caller.accountId,
    addressHash: hashOfAddress(unpaid.ip),
    deviceId: drafted.deviceId,
  };
  let isReplacing = false;
  const paymentId = await transact(database, async (uow) => {
    await boundUnpaidOrders(uow, parts, placing);
    await storeGuests(uow, [caller], drafted.orderedAt);
    // Another order is locked before the coupon, as cancelling one does.
    isReplacing =
      code !== null &&
      drafted.parentOrderId === undefined &&
      (await replaceOwnHold(uow, parts, { code, senderId: placing.senderId, replacedBy: orderId }));
    await admit(uow);
    const terms = { code, expectedAmount: unpaid.request.expectedAmount };
    const order = await redeemFor(uow, parts, drafted, terms);
    await boundCouponHolds(uow, parts, order, placing);
    await insertOrders(uow, [order]);
    await insertUnpaid(uow, placing, order);
    const wish = { orderId, provider, amountMinor: order.amountMinor, currency, expiresAt: deadlineAt };
    addAuditEntry(uow, {
      at: drafted.orderedAt,
      actor,
      action: "order.online",
      subject: `order:${orderId}`,
    });
    // Should the server die before the page is there, the same key finds this order, and following it asks for the page.
    remember(uow, promised);
    return payments.create(uow, wish);
  });
  if (isReplacing) parts.wake();
  failPoint("activate.proposed");
  const { orderNumber, parentOrderId } = (await findOrder(database, orderId)) as OrderRecord;
  const begun = await beginPayment(parts, { orderId, orderNumber, parentOrderId, paymentId }).catch(
    (cause: unknown) => giveUp(parts, orderId, cause),
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
  await transact(database, (uow) => remember(uow, reply));
  return reply;
}

/**
 * The company has no page for this order: nobody can pay it, and another way to pay is open at once. While the database
 * is away the order stays: the call is answered as unavailable, and repeated with its key it finds the order.
 */
async function giveUp(parts: OrderParts, orderId: string, cause: unknown): Promise<never> {
  if (isDatabaseUnavailable(cause)) throw cause;
  const { database, clock, log } = parts;
  log.warn({ err: cause, orderId }, "a payment could not be begun");
  await transact(database, async (uow) => {
    const order = await lockOrder(uow, orderId);
    if (order?.status === "unpaid") await cancelOrder(uow, parts, order, "paymentRefused", clock.now());
  });
  throw new ProductError("payMethodUnavailable", { cause });
}
