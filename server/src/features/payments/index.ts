import { randomUUIDv7 } from "node:crypto";
import type { Currency } from "@reposo/contract/fields.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Transaction } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { transact } from "#platform/postgres/transactions.ts";
import { checkPaymentJob, createCheckPayment, planCheck, planFirstCheck } from "./check-payment.ts";
import { createHearNews, type Webhook } from "./handle-webhook.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import {
  claimPageAttempt,
  findPayment,
  findPaymentOfOrder,
  insertPayment,
  insertRefund,
  beginRefundAnew,
  keepBegun,
  forgetProviderEvents,
  type NewRefund,
  recordPageError,
  type RefundRecord,
} from "./payments-store.ts";
import { createReturnPayment, returnPaymentJob } from "./refund-payment.ts";
import { type PaymentListener, type PaymentOutcome, settlePayment } from "./settle-payment.ts";

export { type PaymentProvider, ProviderRefusedError } from "./payment-provider.ts";
export { returnPaymentJob } from "./refund-payment.ts";
export type { PaymentListener, PaymentOutcome } from "./settle-payment.ts";
export {
  findPaymentOfOrder,
  findStuckRefunds,
  type PaymentRecord,
  promisedBack,
  type RefundRecord,
  settleStuckRefund,
} from "./payments-store.ts";
export { registerSimulatedPaymentRoutes } from "./simulated-payment-routes.ts";
export { webhookPath } from "./payments-routes.ts";
export { createProviders } from "./create-providers.ts";

const newsKeptMs = 90 * 24 * 3_600_000;

export type Payments = ReturnType<typeof createPayments>;

export function createPayments(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly providers: readonly PaymentProvider[];
  /** After a commit that enqueued an effect or announced news: look now, not at the next poll. */
  readonly wake: () => void;
}) {
  const { database, clock, providers, wake } = parts;
  const listeners: PaymentListener[] = [];

  const providerNamed = (name: string): PaymentProvider => {
    const provider = providers.find((one) => one.name === name);
    if (!provider) throw new Error(`payment provider ${name} is not configured`);
    return provider;
  };

  const wires = { database, clock, wake, providerNamed, listeners };
  const hearNews = createHearNews(wires);

  return {
    /** Names, the preferred one first: as the outlet wishes, else all that take its currency. */
    providersFor: (currency: Currency, wished: readonly string[] | null = null): string[] => {
      const fit = providers.filter((one) => one.takes(currency)).map((one) => one.name);
      return wished === null ? fit : wished.filter((name) => fit.includes(name));
    },

    addListener(listener: PaymentListener): void {
      listeners.push(listener);
    },

    /** Writes the wish to be paid beside its order; nothing is asked of the provider yet. */
    async propose(
      tx: Transaction,
      wish: { orderId: string; provider: string; amountMinor: number; currency: Currency; expiresAt: Date },
    ): Promise<string> {
      const paymentId = randomUUIDv7();
      const now = clock.now();
      await insertPayment(tx, { paymentId, ...wish }, now);
      await planFirstCheck(tx, paymentId, now);
      return paymentId;
    },

    /** Asks the provider for a page; to be kept by `keep` in a transaction of its own. */
    async begin(paymentId: string, orderNumber: string, returnUrl: string) {
      const payment = await findPayment(database, paymentId);
      if (!payment) throw new Error(`payment ${paymentId} was never proposed`);
      const { provider, amountMinor, currency, expiresAt } = payment;
      return providerNamed(provider).begin({
        paymentId,
        orderNumber,
        amountMinor,
        currency,
        returnUrl,
        expiresAt,
      });
    },
    keep: keepBegun,
    claimPageAttempt,
    recordPageError,

    findPayment: (paymentId: string) => findPayment(database, paymentId),
    findPaymentOfOrder: (orderId: string) => findPaymentOfOrder(database, orderId),

    /** For a provider's own page here, which knows without asking. */
    async settle(paymentId: string, outcome: PaymentOutcome): Promise<void> {
      await transact(database, async (tx) => {
        await settlePayment(tx, { clock, listeners }, paymentId, outcome);
        failPoint("payment.before-commit");
      });
      failPoint("payment.committed");
      wake();
    },
    /** The order was given up: nobody is to pay for it any more. The provider's page is closed after the commit. */
    async giveUp(tx: Transaction, orderId: string): Promise<void> {
      const payment = await findPaymentOfOrder(tx, orderId);
      if (payment?.state === "created")
        await planCheck(tx, payment.paymentId, clock.now(), { asked: 0, close: true });
    },
    hasProvider: (name: string): boolean => providers.some((one) => one.name === name),
    /** A webhook of a configured provider. */
    hearNews: (name: string, webhook: Webhook) => hearNews(providerNamed(name), webhook),
    forgetOldNews: () => forgetProviderEvents(database, new Date(clock.now().getTime() - newsKeptMs)),
    /** Money that was handed over in person goes back in person, at once: it is only written down. */
    async noteReturned(
      tx: Transaction,
      refund: Pick<RefundRecord, "orderId" | "amountMinor" | "currency" | "reason">,
      at: Date,
    ) {
      await insertRefund(tx, { ...refund, refundId: randomUUIDv7(), paymentId: null, state: "returned" }, at);
    },

    /** Returns a payment through its provider: once an order and reason. */
    async requestReturn(tx: Transaction, refund: Omit<NewRefund, "refundId" | "state">) {
      const refundId = randomUUIDv7();
      const now = clock.now();
      if (!(await insertRefund(tx, { ...refund, refundId, state: "requested" }, now))) return;
      await enqueue(tx, { kind: returnPaymentJob, subject: refundId, payload: {}, dueAt: now });
    },
    /**
     * Asks for a refund anew that its provider said had failed, once. False where the provider has not said so, and is
     * asked how it stands; nobody may ask for another before.
     */
    async retryReturn(tx: Transaction, refundId: string): Promise<boolean> {
      const isAnew = await beginRefundAnew(tx, refundId);
      await enqueue(tx, { kind: returnPaymentJob, subject: refundId, payload: {}, dueAt: clock.now() });
      return isAnew;
    },

    jobs: {
      [returnPaymentJob]: createReturnPayment(wires),
      [checkPaymentJob]: createCheckPayment(wires),
    },
  };
}
