import type { Currency } from "@reposo/contract/money/currencies.ts";
import { randomUUIDv7 } from "node:crypto";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { checkPaymentJob, createCheckPayment, scheduleCheck, scheduleFirstCheck } from "./check-payment.ts";
import {
  compareProviderJob,
  createCompareProvider,
  createScheduleComparisons,
} from "./comparison/compare-with-provider.ts";
import { createFetchDispute, fetchDisputeJob } from "./disputes/record-dispute.ts";
import { createHandleWebhook, type Webhook } from "./handle-webhook.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import {
  changeProvider,
  findPayment,
  findPaymentOfOrder,
  insertPayment,
  type NewPayment,
  purgeProviderEvents,
  recordPageError,
  storePaymentPage,
} from "./payments-store.ts";
import { createFetchRefund, fetchRefundJob, refundPaymentJob } from "./refunds/record-refund.ts";
import { createRefundPayment } from "./refunds/refund-payment.ts";
import {
  adoptRefund,
  insertRefund,
  type NewRefund,
  type RefundRecord,
  restartRefund,
} from "./refunds/refunds-store.ts";
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
  /** Called after a commit that enqueued jobs or events, so that the workers process them before their next poll. */
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
  const scheduleComparisons = createScheduleComparisons(dependencies, providers);

  return {
    /**
     * Returns the names of providers that support the currency, preferred first. If the outlet has configured
     * providers, returns only those of them, in the outlet's order.
     */
    providersFor: (currency: Currency, configured: readonly string[] | null = null): string[] => {
      const supporting = providers.filter((one) => one.supports(currency)).map((one) => one.name);
      return configured === null ? supporting : configured.filter((name) => supporting.includes(name));
    },
    hasProvider: (name: string): boolean => providers.some((one) => one.name === name),

    addListener(listener: PaymentListener): void {
      listeners.push(listener);
    },

    /** Stores a payment in the transaction of its order, without calling the provider. Returns the payment's ID. */
    async create(uow: UnitOfWork, payment: Omit<NewPayment, "paymentId">): Promise<string> {
      const paymentId = randomUUIDv7();
      const now = clock.now();
      await insertPayment(uow, { paymentId, ...payment }, now);
      scheduleFirstCheck(uow, paymentId, now);
      return paymentId;
    },

    /** Opens a page at the provider. The caller must store the page by `storePage`, in a separate transaction. */
    async openPage(paymentId: string, orderNumber: string, returnUrl: string) {
      const payment = await findPayment(database, paymentId);
      if (!payment) throw new Error(`payment ${paymentId} does not exist`);
      const { provider, amountMinor, currency, expiresAt } = payment;
      const page = { paymentId, orderNumber, amountMinor, currency, returnUrl, expiresAt };
      return findProvider(provider).openPage(page);
    },
    storePage: storePaymentPage,
    changeProvider,
    recordPageError,

    findPayment: (paymentId: string) => findPayment(database, paymentId),
    findPaymentOfOrder: (orderId: string) => findPaymentOfOrder(database, orderId),

    /** Settles a payment of the simulated provider: this server serves its page, so there are no webhooks. */
    async settle(paymentId: string, outcome: PaymentOutcome): Promise<void> {
      await transact(database, async (uow) => {
        await settlePayment(uow, { clock, listeners }, paymentId, outcome);
        failPoint("payment.before-commit");
      });
      failPoint("payment.committed");
      wake();
    },
    /** Schedules a job that expires the payment page of a cancelled order after the commit. */
    async scheduleExpiry(uow: UnitOfWork, orderId: string): Promise<void> {
      const payment = await findPaymentOfOrder(uow, orderId);
      if (payment?.state === "created")
        scheduleCheck(uow, payment.paymentId, clock.now(), { checks: 0, close: true });
    },
    handleWebhook: (provider: string, webhook: Webhook) => handleWebhook(findProvider(provider), webhook),
    /** Purges old events, and enqueues the comparisons with the providers that are due. */
    async maintain(): Promise<void> {
      await purgeProviderEvents(database, new Date(clock.now().getTime() - eventRetentionMs));
      await scheduleComparisons();
    },

    /**
     * Stores a cash refund as returned without calling a provider, because the manager pays the cash back, at most once
     * per order and reason. @returns false if it was stored before
     */
    async recordCashRefund(
      uow: UnitOfWork,
      refund: Pick<RefundRecord, "orderId" | "amountMinor" | "currency" | "reason">,
      at: Date,
    ): Promise<boolean> {
      const returned = { ...refund, refundId: randomUUIDv7(), paymentId: null, state: "returned" } as const;
      return insertRefund(uow, returned, at);
    },
    /** Enqueues a refund through the payment's provider, at most once per order and reason. */
    async requestRefund(uow: UnitOfWork, refund: Omit<NewRefund, "refundId" | "state" | "providerRef">) {
      const refundId = randomUUIDv7();
      const now = clock.now();
      if (!(await insertRefund(uow, { ...refund, refundId, state: "requested" }, now))) return;
      enqueue(uow, { kind: refundPaymentJob, subject: refundId, payload: {}, dueAt: now });
    },
    /** Stores a refund that was made at the provider, and enqueues a job that fetches its status. */
    async recordProviderRefund(
      uow: UnitOfWork,
      {
        providerRef,
        madeAt,
        ...refund
      }: Omit<NewRefund, "refundId" | "state"> & {
        readonly providerRef: string;
        readonly madeAt: Date;
      },
    ) {
      const refundId = randomUUIDv7();
      await insertRefund(uow, { ...refund, refundId, state: "onItsWay", providerRef }, madeAt);
      enqueue(uow, { kind: refundPaymentJob, subject: refundId, payload: {}, dueAt: clock.now() });
    },
    /**
     * Assigns a refund that was made at the provider to one of ours that the provider has not made, and enqueues a job
     * that fetches its status.
     * @returns false if no refund of ours has this amount
     */
    async adoptRefund(
      uow: UnitOfWork,
      paymentId: string,
      made: Parameters<typeof adoptRefund>[2],
    ): Promise<boolean> {
      const adopted = await adoptRefund(uow, paymentId, made);
      if (adopted === null) return false;
      enqueue(uow, { kind: refundPaymentJob, subject: adopted.refundId, payload: {}, dueAt: clock.now() });
      return true;
    },
    /**
     * Requests a failed refund again. The key of the request changes only after the provider reported a failure.
     * @returns false if the provider has accepted the refund and reported no failure. In that case, the job fetches its
     *   status, because a new request could refund twice.
     */
    async retryRefund(uow: UnitOfWork, refundId: string): Promise<boolean> {
      const isRestarted = await restartRefund(uow, refundId);
      enqueue(uow, { kind: refundPaymentJob, subject: refundId, payload: {}, dueAt: clock.now() });
      return isRestarted;
    },

    jobs: {
      [refundPaymentJob]: createRefundPayment(dependencies),
      [fetchRefundJob]: createFetchRefund(dependencies),
      [compareProviderJob]: createCompareProvider(dependencies),
      [fetchDisputeJob]: createFetchDispute(dependencies),
      [checkPaymentJob]: createCheckPayment(dependencies),
    },
  };
}
