import { AmountTooSmallError, type PaymentRecord, ProviderRefusedError } from "#features/payments/index.ts";
import { cancelOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { findOrder, lockOrder } from "#features/orders/record/orders-store.ts";
import { issueTicket } from "#features/login/index.ts";
import { enqueue, type OutboxHandler, retryDelayMs } from "#platform/jobs/outbox.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const openPageJob = "open-payment-page";

/**
 * The request that placed the order opens its payment page. The job is due after this time, so it normally finds the
 * page stored, and opens it only if the server of the request has ended before.
 */
const jobDelayMs = 30_000;

interface OpenPagePayload {
  /** Providers at which the page may be opened if the amount is below the minimum of the payment's provider. */
  readonly otherProviders: readonly string[];
}

/** Enqueues the job in the transaction that writes the unpaid order and its payment. */
export const enqueueOpenPage = (
  uow: UnitOfWork,
  orderId: string,
  { otherProviders, now }: OpenPagePayload & { readonly now: Date },
): void =>
  enqueue(uow, {
    kind: openPageJob,
    subject: orderId,
    payload: { otherProviders } satisfies OpenPagePayload,
    dueAt: later(now, jobDelayMs),
  });

/**
 * Opens the payment page of an unpaid order and stores it. A provider whose minimum is above the amount is replaced by
 * the next one. Concurrent calls all return the page that was stored first. If the order is no longer unpaid when the
 * page is stored, a job expires the page.
 * @throws ProviderRefusedError if the payment provider rejects the payment
 */
export async function openPaymentPage(
  dependencies: OrderDependencies,
  { orderId, orderNumber, parentOrderId }: Pick<OrderRecord, "orderId" | "orderNumber" | "parentOrderId">,
  { paymentId, provider }: Pick<PaymentRecord, "paymentId" | "provider">,
  otherProviders: readonly string[],
): Promise<PaymentRecord> {
  const { database, payments } = dependencies;
  const returnUrl = await returnUrlOf(dependencies, { orderId, parentOrderId });
  const page = await openAtAnyProvider();
  await transact(database, async (uow) => {
    // The lock ensures that a concurrent cancellation either finds the stored page, or is visible below.
    const locked = await lockOrder(uow, orderId);
    await payments.storePage(uow, paymentId, page);
    if (locked?.status !== "unpaid") await payments.scheduleExpiry(uow, orderId);
  });
  const stored = await payments.findPayment(paymentId);
  if (stored === null) throw new Error(`payment ${paymentId} does not exist`);
  return stored;

  async function openAtAnyProvider(): ReturnType<typeof payments.openPage> {
    // An earlier attempt may have changed the payment's provider to one of the others.
    for (const next of otherProviders.slice(otherProviders.indexOf(provider) + 1)) {
      try {
        return await payments.openPage(paymentId, orderNumber, returnUrl);
      } catch (error) {
        if (!(error instanceof AmountTooSmallError)) throw error;
        await transact(database, (uow) => payments.changeProvider(uow, paymentId, next));
      }
    }
    return payments.openPage(paymentId, orderNumber, returnUrl);
  }
}

/**
 * Creates the handler of the job that opens a missing payment page of an unpaid order. A failed attempt is retried with
 * the delays of the outbox until the payment expires. If the payment provider rejects the payment, the order is
 * cancelled, because it can never be paid.
 */
export function createOpenPage(dependencies: OrderDependencies): OutboxHandler {
  const { database, clock, payments, log, wake } = dependencies;
  return async ({ subject: orderId, payload, attempts }, { confirmLease }) => {
    const [order, payment] = await Promise.all([
      findOrder(database, orderId),
      payments.findPaymentOfOrder(orderId),
    ]);
    if (order?.status !== "unpaid" || payment?.state !== "created" || payment.providerRef !== null) return;
    if (clock.now() >= payment.expiresAt) return;
    const { otherProviders } = payload as OpenPagePayload;
    try {
      await openPaymentPage(dependencies, order, payment, otherProviders);
    } catch (error) {
      const isRejected = error instanceof ProviderRefusedError;
      const now = clock.now();
      await transact(database, async (uow) => {
        await confirmLease(uow);
        const locked = await lockOrder(uow, orderId);
        const message = error instanceof Error ? error.message : String(error);
        await payments.recordPageError(uow, payment.paymentId, {
          message,
          retryAt: later(now, retryDelayMs(attempts)),
        });
        if (isRejected && locked?.status === "unpaid")
          await cancelOrder(uow, dependencies, locked, "paymentRefused", now);
      });
      if (!isRejected) throw error;
      log.warn({ err: error, orderId }, "the payment provider rejected the payment; the order was cancelled");
      wake();
    }
  };
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
