import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders/orders.ts";
import { storeGuests } from "#features/login/index.ts";
import { AmountTooSmallError } from "#features/payments/index.ts";
import { moneyTermsOf } from "#features/outlets/index.ts";
import { auditOrder } from "#features/orders/audit-order.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { isDatabaseUnavailable } from "#platform/postgres/database-errors.ts";
import type { SaveReply } from "#platform/http/idempotency/idempotency.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { openPaymentPage } from "./open-payment-page.ts";
import { limitUnpaidOrders, hashOfAddress } from "./limit-unpaid-orders.ts";
import { cancelOrder } from "#features/orders/execution/cancel-or-fail-order.ts";
import type { OrderViewer } from "#features/orders/order-access.ts";
import { limitReservations, replaceReservation } from "./limit-coupon-reservations.ts";
import type { PlacedOrder, OrderRecord } from "#features/orders/order-record.ts";
import { viewPayment } from "#features/orders/order-view.ts";
import type { OrderDependencies } from "#features/orders/order-dependencies.ts";
import { findOrder, insertOrders, lockOrder } from "#features/orders/orders-store.ts";
import { applyCoupon } from "./apply-coupon.ts";
import { insertUnpaid } from "./unpaid-orders-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Placed = ReplyOf<typeof activate>;

interface UnpaidOrder {
  readonly caller: OrderViewer;
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
  const [provider, ...others] = request.provider === undefined ? offered : [request.provider];
  // An amount of 0 cannot be paid online.
  if (provider === undefined || !offered.includes(provider) || order.amountMinor === 0)
    throw new ProductError("payMethodUnavailable");
  return { provider, others };
}

/** Opens the payment page. A provider whose minimum is above the amount is replaced by the next one. */
async function openAtAnyProvider(
  dependencies: OrderDependencies,
  order: Parameters<typeof openPaymentPage>[1],
  [next, ...others]: readonly string[],
): ReturnType<typeof openPaymentPage> {
  try {
    return await openPaymentPage(dependencies, order);
  } catch (error) {
    if (!(error instanceof AmountTooSmallError) || next === undefined) throw error;
    const { database, payments } = dependencies;
    await transact(database, (uow) => payments.changeProvider(uow, order.paymentId, next));
    return openAtAnyProvider(dependencies, order, others);
  }
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
  const { database, payments } = dependencies;
  const { order: draft, code, actor, saveReply, caller } = unpaid;
  const { provider, others } = await chooseProviders(dependencies, unpaid);
  const { orderId, currency, deadlineAt } = draft;
  const reply: Placed = {
    orderId,
    orderStatus: "unpaid",
    payment: { provider, expiresAt: deadlineAt.toISOString() },
  };
  const source = {
    senderId: caller.kind === "customer" ? caller.customerId : caller.accountId,
    addressHash: hashOfAddress(unpaid.ip),
    deviceId: draft.deviceId,
  };
  let isReplacing = false;
  const paymentId = await transact(database, async (uow) => {
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
    const order = await applyCoupon(uow, dependencies, draft, terms);
    await limitReservations(uow, dependencies, order, source);
    // The result is not checked: an unpaid order is not live, so it cannot conflict with another order of the chair.
    await insertOrders(uow, [order]);
    await insertUnpaid(uow, source, order);
    const payment = { orderId, provider, amountMinor: order.amountMinor, currency, expiresAt: deadlineAt };
    auditOrder(uow, orderId, { at: draft.orderedAt, actor, action: "order.online" });
    // The reply is stored before the payment page is opened. If the server is killed in between, a retry returns this
    // order, and reading the order opens the page.
    saveReply(uow, reply);
    return payments.create(uow, payment);
  });
  if (isReplacing) dependencies.wake();
  failPoint("activate.unpaid-committed");
  const { orderNumber, parentOrderId } = (await findOrder(database, orderId)) as OrderRecord;
  const unopened = { orderId, orderNumber, parentOrderId, paymentId };
  const page = await openAtAnyProvider(dependencies, unopened, others).catch((cause: unknown) =>
    cancelUnpayable(dependencies, orderId, cause),
  );
  const replyWithPage: Placed = { ...reply, payment: viewPayment(page) };
  await transact(database, (uow) => saveReply(uow, replyWithPage));
  return replyWithPage;
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
