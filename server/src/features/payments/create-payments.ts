import { randomUUIDv7 } from "node:crypto";
import type { Currency } from "@reposo/contract/fields.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { checkPaymentJob, createCheckPayment, scheduleCheck, scheduleFirstCheck } from "./check-payment.ts";
import { createHandleWebhook, type Webhook } from "./handle-webhook.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import {
  claimPageAttempt,
  findPayment,
  findPaymentOfOrder,
  insertPayment,
  insertRefund,
  type NewRefund,
  purgeProviderEvents,
  recordPageError,
  type RefundRecord,
  restartRefund,
  storePaymentPage,
} from "./payments-store.ts";
import { createRefundPayment, refundPaymentJob } from "./refund-payment.ts";
import { type PaymentListener, type PaymentOutcome, settlePayment } from "./settle-payment.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const eventRetentionMs = 90 * 24 * 3_600_000;

export type Payments = ReturnType<typeof createPayments>;

export function createPayments({
  database,
  clock,
  providers,
  wake,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly providers: readonly PaymentProvider[];
  /** Called after a commit that enqueued jobs or events, so that they need not wait for the next poll. */
  readonly wake: () => void;
}) {
  const listeners: PaymentListener[] = [];

  const findProvider = (name: string): PaymentProvider => {
    const provider = providers.find((one) => one.name === name);
    if (!provider) throw new Error(`payment provider ${name} is not configured`);
    return provider;
  };

  const dependencies = { database, clock, wake, findProvider, listeners };
  const handleWebhook = createHandleWebhook(dependencies);

  return {
    /**
     * Names of providers that support the currency, preferred first; only those that the outlet has
     * configured, if any.
     */
    providersFor: (currency: Currency, configured: readonly string[] | null = null): string[] => {
      const supporting = providers.filter((one) => one.supports(currency)).map((one) => one.name);
      return configured === null ? supporting : configured.filter((name) => supporting.includes(name));
    },
    hasProvider: (name: string): boolean => providers.some((one) => one.name === name),

    addListener(listener: PaymentListener): void {
      listeners.push(listener);
    },

    /** Stores a payment in the transaction of its order; the provider is not called yet. */
    async create(
      uow: UnitOfWork,
      payment: {
        orderId: string;
        provider: string;
        amountMinor: number;
        currency: Currency;
        expiresAt: Date;
      },
    ): Promise<string> {
      const paymentId = randomUUIDv7();
      const now = clock.now();
      await insertPayment(uow, { paymentId, ...payment }, now);
      scheduleFirstCheck(uow, paymentId, now);
      return paymentId;
    },

    /** Opens a page at the provider; the caller stores it by `storePage` in a transaction of its own. */
    async openPage(paymentId: string, orderNumber: string, returnUrl: string) {
      const payment = await findPayment(database, paymentId);
      if (!payment) throw new Error(`payment ${paymentId} does not exist`);
      const { provider, amountMinor, currency, expiresAt } = payment;
      return findProvider(provider).openPage({
        paymentId,
        orderNumber,
        amountMinor,
        currency,
        returnUrl,
        expiresAt,
      });
    },
    storePage: storePaymentPage,
    claimPageAttempt,
    recordPageError,

    findPayment: (paymentId: string) => findPayment(database, paymentId),
    findPaymentOfOrder: (orderId: string) => findPaymentOfOrder(database, orderId),

    /** Settles a payment whose page is served by this server, because its provider sends no webhooks. */
    async settle(paymentId: string, outcome: PaymentOutcome): Promise<void> {
      await transact(database, async (uow) => {
        await settlePayment(uow, { clock, listeners }, paymentId, outcome);
        failPoint("payment.before-commit");
      });
      failPoint("payment.committed");
      wake();
    },
    /** Expires the page of a cancelled order, after the commit. */
    async scheduleExpiry(uow: UnitOfWork, orderId: string): Promise<void> {
      const payment = await findPaymentOfOrder(uow, orderId);
      if (payment?.state === "created")
        scheduleCheck(uow, payment.paymentId, clock.now(), { checks: 0, close: true });
    },
    handleWebhook: (provider: string, webhook: Webhook) => handleWebhook(findProvider(provider), webhook),
    purgeEvents: () => purgeProviderEvents(database, new Date(clock.now().getTime() - eventRetentionMs)),

    /** Stores only the record of a cash refund, because the manager returns the cash. */
    async recordCashRefund(
      uow: UnitOfWork,
      refund: Pick<RefundRecord, "orderId" | "amountMinor" | "currency" | "reason">,
      at: Date,
    ) {
      await insertRefund(
        uow,
        { ...refund, refundId: randomUUIDv7(), paymentId: null, state: "returned" },
        at,
      );
    },
    /** Refunds a payment through its provider: once per order and reason. */
    async requestRefund(uow: UnitOfWork, refund: Omit<NewRefund, "refundId" | "state">) {
      const refundId = randomUUIDv7();
      const now = clock.now();
      if (!(await insertRefund(uow, { ...refund, refundId, state: "requested" }, now))) return;
      enqueue(uow, { kind: refundPaymentJob, subject: refundId, payload: {}, dueAt: now });
    },
    /**
     * Requests a refund again, once per failure that the provider reported.
     * @returns false where the provider has reported no failure. Then the previous request is repeated with
     * its idempotency key, or its status is fetched, because a new request could refund twice.
     */
    async retryRefund(uow: UnitOfWork, refundId: string): Promise<boolean> {
      const isRestarted = await restartRefund(uow, refundId);
      enqueue(uow, { kind: refundPaymentJob, subject: refundId, payload: {}, dueAt: clock.now() });
      return isRestarted;
    },

    jobs: {
      [refundPaymentJob]: createRefundPayment(dependencies),
      [checkPaymentJob]: createCheckPayment(dependencies),
    },
  };
}
