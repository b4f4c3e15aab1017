import { type PaymentRecord, ProviderRefusedError } from "#features/payments/index.ts";
import { cancelOrder } from "#features/orders/execution/cancel-or-fail-order.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { later, type OrderDependencies } from "#features/orders/order-dependencies.ts";
import { findOrder, lockOrder } from "#features/orders/orders-store.ts";
import { issueTicket } from "#features/login/index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/**
 * The payment page of an unpaid order is opened again only if the payment is older than this, because the request that
 * placed the order normally opens the page within this time.
 */
const abandonedAfterMs = 30_000;

/**
 * Opens the order's payment page at the payment provider and stores it. Concurrent calls all return the page that was
 * stored first. If the order is no longer unpaid, a job expires the page.
 * @throws ProviderRefusedError if the payment provider rejects the payment
 */
export async function openPaymentPage(
  dependencies: OrderDependencies,
  order: Pick<OrderRecord, "orderId" | "orderNumber" | "parentOrderId"> & { paymentId: string },
): Promise<PaymentRecord> {
  const { database, payments } = dependencies;
  const { orderId, paymentId } = order;
  const page = await payments.openPage(paymentId, order.orderNumber, await returnUrlOf(dependencies, order));
  await transact(database, async (uow) => {
    // The lock ensures that a concurrent cancellation either finds the stored page, or is visible below.
    const locked = await lockOrder(uow, orderId);
    await payments.storePage(uow, paymentId, page);
    if (locked?.status !== "unpaid") await payments.scheduleExpiry(uow, orderId);
  });
  const stored = await payments.findPayment(paymentId);
  if (stored === null) throw new Error(`payment ${paymentId} does not exist`);
  return stored;
}

/**
 * Returns the payment of an unpaid order, or null for an order with another status. Opens the payment page if the
 * server was killed before it did so. A failed attempt is retried after a delay, the next time that a client reads
 * the order. If the payment provider rejects the payment, the order is cancelled, because it can never be paid.
 */
export async function findOrOpenPayment(
  dependencies: OrderDependencies,
  order: OrderRecord,
): Promise<PaymentRecord | null> {
  if (order.status !== "unpaid") return null;
  const { database, clock, payments, log } = dependencies;
  const payment = await payments.findPaymentOfOrder(order.orderId);
  if (payment === null || payment.providerRef !== null || payment.state !== "created") return payment;
  const now = clock.now();
  if (now.getTime() - payment.createdAt.getTime() < abandonedAfterMs || now >= payment.expiresAt)
    return payment;
  const { paymentId, provider } = payment;
  const due = { now, createdBefore: later(now, -abandonedAfterMs) };
  const attempt = await transact(database, (uow) => payments.claimPageAttempt(uow, paymentId, due));
  if (attempt === null) return payment;
  try {
    return await openPaymentPage(dependencies, { ...order, paymentId });
  } catch (error) {
    log.warn(
      { err: error, orderId: order.orderId, provider, attempt },
      "opening a payment page again failed; retried when the order is read, unless the provider rejected it",
    );
    await recordFailure(dependencies, order, paymentId, error);
    return payments.findPayment(paymentId);
  }
}

async function recordFailure(
  dependencies: OrderDependencies,
  { orderId }: OrderRecord,
  paymentId: string,
  error: unknown,
): Promise<void> {
  await transact(dependencies.database, async (uow) => {
    const order = await lockOrder(uow, orderId);
    await dependencies.payments.recordPageError(
      uow,
      paymentId,
      error instanceof Error ? error.message : String(error),
    );
    if (error instanceof ProviderRefusedError && order?.status === "unpaid")
      await cancelOrder(uow, dependencies, order, "paymentRefused", dependencies.clock.now());
  });
  dependencies.wake();
}

/**
 * Returns the URL of the order's page, or for an extension, of the extended order's page. It contains a new ticket,
 * which gives any browser access to the order, because a payment app may return the customer to another browser.
 */
async function returnUrlOf(
  { database, clock, publicUrl }: Pick<OrderDependencies, "database" | "clock" | "publicUrl">,
  { orderId, parentOrderId }: { readonly orderId: string; readonly parentOrderId: string | null },
): Promise<string> {
  const followedId = parentOrderId ?? orderId;
  const ticket = await transact(database, (uow) => issueTicket(uow, clock, followedId));
  return `${publicUrl}/pages/deviceOrder/order?orderId=${followedId}&ticket=${ticket}`;
}

/** Like `returnUrlOf`, but without the origin. */
export async function returnPathOf(
  { database, clock }: Pick<OrderDependencies, "database" | "clock">,
  orderId: string,
): Promise<string> {
  const order = await findOrder(database, orderId);
  return returnUrlOf(
    { database, clock, publicUrl: "" },
    { orderId, parentOrderId: order?.parentOrderId ?? null },
  );
}
