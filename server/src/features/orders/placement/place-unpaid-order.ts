import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import { storeGuests } from "#features/login/index.ts";
import { AmountTooSmallError, type PaymentRecord } from "#features/payments/index.ts";
import { moneyTermsOf } from "#features/outlets/index.ts";
import { auditOrder } from "#features/orders/record/record-order-change.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { isDatabaseUnavailable } from "#platform/postgres/database-errors.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { enqueueOpenPage, openPaymentPage } from "./open-payment-page.ts";
import { hashOfAddress, limitUnpaidOrders } from "./limit-unpaid-orders.ts";
import { cancelOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import { limitReservations, replaceReservation } from "./limit-coupon-reservations.ts";
import type { PlacedOrder } from "#features/orders/record/order-record.ts";
import { viewPayment } from "#features/orders/views/order-view.ts";
import { type Placement, viewPlacedOrder } from "#features/orders/views/view-placed-order.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { findOrder, insertOrders, lockOrder, newOrderNumber } from "#features/orders/record/orders-store.ts";
import { applyCoupon } from "./apply-coupon.ts";
import { insertUnpaid } from "./unpaid-orders-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Placed = ReplyOf<typeof activate>;

/** If the provider takes longer, the reply contains no payment page, and the order shows the page once it is stored. */
const maxPageWaitMs = 20_000;

interface UnpaidOrder extends Placement {
  readonly ip: string;
  readonly request: Pick<RequestOf<typeof activate>, "provider" | "expectedAmount">;
  readonly actor: string;
  readonly saveReply: SaveReply<Placed>;
  readonly order: PlacedOrder;
  readonly code: string | null;
}

/** Returns the providers at which the page may be opened, preferred first; only the requested one if there is one. */
async function chooseProviders({ database, payments }: OrderDependencies, { request, order }: UnpaidOrder) {
  const { paymentProviders } = await moneyTermsOf(database, order.outletId);
  const offered = payments.providersFor(order.currency, paymentProviders);
  const [provider, ...otherProviders] = request.provider === undefined ? offered : [request.provider];
  // An amount of 0 cannot be paid online.
  if (provider === undefined || !offered.includes(provider) || order.amountMinor === 0)
    throw new ProductError("payMethodUnavailable");
  return { provider, otherProviders };
}

/**
 * Places an unpaid order. It does not reserve the chair: of several customers, the first one to pay gets the chair. It
 * reserves a use of its coupon until it is paid or cancelled.
 * @param validate only for an extension: throws if it may not be placed. Called in the transaction, before the coupon
 *   is locked
 * @throws ProductError with the reason of a refusal; payMethodUnavailable or amountTooSmall if the payment page cannot be
 *   opened, after the order was cancelled
 */
export async function placeUnpaidOrder(
  dependencies: OrderDependencies,
  unpaid: UnpaidOrder,
  validate: (uow: UnitOfWork) => Promise<void> = async () => {},
): Promise<Placed> {
  const { database, clock, payments, log } = dependencies;
  const { order: draft, code, actor, saveReply, caller } = unpaid;
  const { provider, otherProviders } = await chooseProviders(dependencies, unpaid);
  const { orderId, currency, deadlineAt } = draft;
  const source = {
    senderId: caller.kind === "customer" ? caller.customerId : caller.accountId,
    addressHash: hashOfAddress(unpaid.ip),
    deviceId: draft.deviceId,
  };
  let isReplacing = false;
  const reply = await transact(database, async (uow): Promise<Placed> => {
    await limitUnpaidOrders(uow, dependencies, source);
    await storeGuests(uow, [caller], draft.orderedAt);
    // If the customer already has an unpaid order with this coupon, it is cancelled first. As in every cancellation,
    // the order is locked before the coupon, which prevents deadlocks.
    isReplacing =
      code !== null &&
      draft.parentOrderId === undefined &&
      (await replaceReservation(uow, dependencies, { code, senderId: source.senderId, replacedBy: orderId }));
    await validate(uow);
    const terms = { code, expectedAmount: unpaid.request.expectedAmount };
    const redeemed = await applyCoupon(uow, dependencies, draft, terms);
    const order = { ...redeemed, orderNumber: newOrderNumber(draft.orderedAt) };
    await limitReservations(uow, dependencies, order, source);
    // The result is not checked: an unpaid order is not live, so it cannot conflict with another order of the chair.
    await insertOrders(uow, [order]);
    await insertUnpaid(uow, source, order);
    const payment = { orderId, provider, amountMinor: order.amountMinor, currency, expiresAt: deadlineAt };
    auditOrder(uow, orderId, { at: draft.orderedAt, actor, action: "order.online" });
    // The reply is stored before the payment page is opened. If the server is killed in between, a retry returns this
    // order, and the job opens the page.
    const page = { provider, expiresAt: deadlineAt.toISOString() };
    const view = viewPlacedOrder(order, unpaid, page);
    const unopened = { orderId, orderStatus: view.orderStatus, payment: page, order: view };
    saveReply(uow, unopened);
    await payments.create(uow, payment);
    enqueueOpenPage(uow, orderId, { otherProviders, now: draft.orderedAt });
    return unopened;
  });
  if (isReplacing) dependencies.wake();
  failPoint("activate.unpaid-committed");
  const opening = openOrCancel(dependencies, orderId, otherProviders);
  const waiting = new AbortController();
  const waited = clock.sleep(maxPageWaitMs, waiting.signal).then(() => null);
  const page = await Promise.race([opening, waited]).finally(() => waiting.abort());
  if (page === null) {
    log.warn({ orderId, provider }, "the payment provider is slow; the order shows the payment page later");
    // A failed attempt was logged and has cancelled the order.
    opening.catch(() => {});
    return reply;
  }
  const shownPage = viewPayment(page);
  const replyWithPage = { ...reply, payment: shownPage, order: { ...reply.order, payment: shownPage } };
  await transact(database, (uow) => saveReply(uow, replyWithPage));
  return replyWithPage;
}

async function openOrCancel(
  dependencies: OrderDependencies,
  orderId: string,
  otherProviders: readonly string[],
): Promise<PaymentRecord> {
  const { database, payments } = dependencies;
  const [order, payment] = await Promise.all([
    findOrder(database, orderId),
    payments.findPaymentOfOrder(orderId),
  ]);
  if (order === null || payment === null) throw new Error(`order ${orderId} or its payment does not exist`);
  return openPaymentPage(dependencies, order, payment, otherProviders).catch((cause: unknown) =>
    cancelUnpayable(dependencies, orderId, cause),
  );
}

/**
 * Cancels an order whose payment page could not be opened, so that the customer can choose another pay type. If the
 * database is unavailable, the order is kept, and a retry with the same idempotency key returns it.
 */
async function cancelUnpayable(
  dependencies: OrderDependencies,
  orderId: string,
  cause: unknown,
): Promise<never> {
  if (isDatabaseUnavailable(cause)) throw cause;
  const { database, clock, log } = dependencies;
  log.warn({ err: cause, orderId }, "opening a payment page failed; cancelling the order");
  await transact(database, async (uow) => {
    const order = await lockOrder(uow, orderId);
    if (order?.status === "unpaid")
      await cancelOrder(uow, dependencies, order, "paymentRefused", clock.now());
  });
  dependencies.wake();
  const isTooSmall = cause instanceof AmountTooSmallError;
  throw new ProductError(isTooSmall ? "amountTooSmall" : "payMethodUnavailable", { cause });
}
