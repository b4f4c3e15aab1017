import type { Clock } from "#platform/time/clock.ts";
import type { Database, Transaction } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { transact } from "#platform/postgres/transactions.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { countLook, findPayment } from "./payments-store.ts";
import { believeReport, type PaymentListener } from "./settle-payment.ts";

export const checkPaymentJob = "check-payment";

const firstCheckMs = 10_000;
/** While a customer may be waiting at the chair, and afterwards. */
const [longestGapMs, longestLateGapMs] = [60_000, 3_600_000];
/** The order's own deadline goes first: a page is closed for an order that is over. */
const closeAfterMs = 10_000;

interface Plan {
  /** How often it was asked already. */
  readonly asked: number;
  /** The order was given up before its time. */
  readonly close?: true;
}

/** Milliseconds until the provider is asked again: 10 s, 15 s, 23 s … a minute; an hour once the order is over. */
export const gapMs = (asked: number, isLate: boolean): number =>
  Math.min(firstCheckMs * 1.5 ** Math.min(asked, 40), isLate ? longestLateGapMs : longestGapMs);

export const planCheck = (tx: Transaction, paymentId: string, dueAt: Date, plan: Plan): Promise<void> =>
  enqueue(tx, { kind: checkPaymentJob, subject: paymentId, payload: plan, dueAt });

/** The first of the checks that find a payment whose webhook never comes. */
export const planFirstCheck = (tx: Transaction, paymentId: string, now: Date): Promise<void> =>
  planCheck(tx, paymentId, new Date(now.getTime() + firstCheckMs), { asked: 0 });

/**
 * Asks the provider how a payment stands, again and again until it is paid or can't be any more, and closes its page
 * when the order is over. Webhooks only make it quicker: no confirmed money depends on their coming.
 */
export function createCheckPayment({
  database,
  clock,
  wake,
  providerNamed,
  listeners,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly wake: () => void;
  readonly providerNamed: (name: string) => PaymentProvider;
  readonly listeners: readonly PaymentListener[];
}): OutboxHandler {
  return async ({ subject: paymentId, payload }, { confirmLease }) => {
    const { asked, close } = payload as Plan;
    const payment = await findPayment(database, paymentId);
    if (payment === null || payment.state === "confirmed") return;
    const now = clock.now();
    const isOver = close === true || now.getTime() >= payment.expiresAt.getTime() + closeAfterMs;
    // A repeated check, or one that a webhook brought beside, begins no second series of its own.
    const again = async (tx: Transaction) => {
      if (await countLook(tx, paymentId, asked))
        await planCheck(tx, paymentId, new Date(now.getTime() + gapMs(asked, isOver)), {
          asked: asked + 1,
          ...(isOver && { close: true }),
        });
    };
    if (payment.providerRef === null) {
      // Its page was never handed to anyone; once the order is over, nobody will ever pay there.
      if (!isOver)
        await transact(database, async (tx) => {
          await confirmLease(tx);
          await again(tx);
        });
      return;
    }
    const provider = providerNamed(payment.provider);
    failPoint("check.before-call");
    const report = await (isOver ? provider.close(payment.providerRef) : provider.ask(payment.providerRef));
    failPoint("check.after-call");
    await transact(database, async (tx) => {
      await confirmLease(tx);
      await believeReport(tx, { clock, listeners }, payment, report);
      if (report.state === "open") await again(tx);
      failPoint("check.before-commit");
    });
    failPoint("check.committed");
    wake();
  };
}
