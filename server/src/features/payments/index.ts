import { randomUUIDv7 } from "node:crypto";
import type { Currency } from "@reposo/contract/fields.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database, Transaction } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import { enqueue } from "#platform/outbox.ts";
import { transact } from "#platform/transactions.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import {
  findPayment,
  findPaymentOfOrder,
  insertPayment,
  insertRefund,
  keepBegun,
  type PaymentRecord,
  type RefundRecord,
  settle,
} from "./payments-store.ts";
import { createReturnPayment } from "./return-payment.ts";

export type { PaymentProvider } from "./payment-provider.ts";
export { findPaymentOfOrder, type PaymentRecord, type RefundRecord } from "./payments-store.ts";
export { registerSimulatedPaymentRoutes } from "./simulated-payment-routes.ts";
export { createSimulatedProvider } from "./simulated-provider.ts";

export const returnPaymentJob = "return-payment";

export type PaymentOutcome = "confirmed" | "refused";

/** Told in the transaction in which it happens; what a listener writes is committed with it. */
export interface PaymentListener {
  settled(tx: Transaction, payment: PaymentRecord, outcome: PaymentOutcome, at: Date): Promise<void>;
  returned(tx: Transaction, refund: RefundRecord, at: Date): Promise<void>;
  /** The provider has refused a return again and again; it is still asked, but a person should know. */
  returnStuck(tx: Transaction, refund: RefundRecord, at: Date): Promise<void>;
}

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

  return {
    providersFor: (currency: Currency): string[] =>
      providers.filter((one) => one.takes(currency)).map((one) => one.name),

    addListener(listener: PaymentListener): void {
      listeners.push(listener);
    },

    /** Writes the wish to be paid beside its order; nothing is asked of the provider yet. */
    async propose(
      tx: Transaction,
      wish: { orderId: string; provider: string; amountMinor: number; currency: Currency; expiresAt: Date },
    ): Promise<string> {
      const paymentId = randomUUIDv7();
      await insertPayment(tx, { paymentId, ...wish }, clock.now());
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

    findPayment: (paymentId: string) => findPayment(database, paymentId),
    findPaymentOfOrder: (orderId: string) => findPaymentOfOrder(database, orderId),

    /** Once a payment, whatever a provider repeats. */
    async settle(paymentId: string, outcome: PaymentOutcome): Promise<void> {
      await transact(database, async (tx) => {
        const now = clock.now();
        const payment = await settle(tx, paymentId, outcome, now);
        if (payment === null) return;
        for (const listener of listeners) await listener.settled(tx, payment, outcome, now);
        failPoint("payment.before-commit");
      });
      failPoint("payment.committed");
      wake();
    },

    /** Money that was handed over in person goes back in person, at once: it is only written down. */
    async noteReturned(
      tx: Transaction,
      refund: Omit<RefundRecord, "refundId" | "state" | "paymentId">,
      at: Date,
    ) {
      await insertRefund(tx, { ...refund, refundId: randomUUIDv7(), paymentId: null, state: "returned" }, at);
    },

    /** Returns a payment through its provider: once an order and reason. */
    async requestReturn(tx: Transaction, refund: Omit<RefundRecord, "refundId" | "state">) {
      const refundId = randomUUIDv7();
      const now = clock.now();
      if (!(await insertRefund(tx, { ...refund, refundId, state: "requested" }, now))) return;
      await enqueue(tx, { kind: returnPaymentJob, subject: refundId, payload: {}, dueAt: now });
    },

    jobs: { [returnPaymentJob]: createReturnPayment({ database, clock, wake, providerNamed, listeners }) },
  };
}
