import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { countPaymentCheck, findPayment } from "./payments-store.ts";
import { applyReport, type PaymentDependencies } from "./settle-payment.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export const checkPaymentJob = "check-payment";

const firstCheckMs = 10_000;
/**
 * The maximum delay between checks is longer after the order has expired, because no customer waits at the chair then.
 */
const [maxDelayMs, maxDelayAfterExpiryMs] = [60_000, 3_600_000];
/**
 * Time from the expiry of the payment until a check expires its page. Within this time, the server normally processes
 * the deadline of the order, and cancels the order.
 */
const expireAfterMs = 10_000;

/** The job's payload in the outbox. */
interface CheckPayload {
  /** Number of earlier checks. */
  readonly checks: number;
  /**
   * Set if the payment page must be expired even before the deadline: the order was cancelled, or an earlier check
   * found the order expired.
   */
  readonly close?: true;
}

/**
 * Milliseconds until the next check: `firstCheckMs`, then 1.5 times longer after each check, up to `maxDelayMs`, or
 * `maxDelayAfterExpiryMs` once the order has expired.
 */
const paymentCheckDelayMs = (checks: number, isExpired: boolean): number =>
  Math.min(firstCheckMs * 1.5 ** Math.min(checks, 40), isExpired ? maxDelayAfterExpiryMs : maxDelayMs);

export const scheduleCheck = (uow: UnitOfWork, paymentId: string, dueAt: Date, payload: CheckPayload): void =>
  enqueue(uow, { kind: checkPaymentJob, subject: paymentId, payload, dueAt });

/** Schedules the first of a series of checks, which detect a payment even if its webhook does not arrive. */
export const scheduleFirstCheck = (uow: UnitOfWork, paymentId: string, now: Date): void =>
  scheduleCheck(uow, paymentId, new Date(now.getTime() + firstCheckMs), { checks: 0 });

/**
 * Creates the job that checks a payment until it is paid or can no longer be paid. Webhooks only shorten the delay:
 * every payment is detected without them.
 */
export function createCheckPayment({
  database,
  clock,
  wake,
  findProvider,
  listeners,
}: PaymentDependencies): OutboxHandler {
  return async ({ subject: paymentId, payload }, { confirmLease }) => {
    const { checks, close } = payload as CheckPayload;
    const payment = await findPayment(database, paymentId);
    if (payment === null || payment.state === "confirmed") return;
    const now = clock.now();
    const isExpired = close === true || now.getTime() >= payment.expiresAt.getTime() + expireAfterMs;
    // Each check number schedules the next check only once, so a retry or a webhook starts no second series of checks.
    const scheduleNext = async (uow: UnitOfWork) => {
      if (await countPaymentCheck(uow, paymentId, checks))
        scheduleCheck(uow, paymentId, new Date(now.getTime() + paymentCheckDelayMs(checks, isExpired)), {
          checks: checks + 1,
          ...(isExpired && { close: true }),
        });
    };
    if (payment.providerRef === null) {
      // Without a page, the customer cannot pay. The checks end once the order has expired; a page that is stored later
      // is expired by a new check.
      if (!isExpired)
        await transact(database, async (uow) => {
          await confirmLease(uow);
          await scheduleNext(uow);
        });
      return;
    }
    const provider = findProvider(payment.provider);
    failPoint("check.before-call");
    const report = await (isExpired
      ? provider.expire(payment.providerRef)
      : provider.getStatus(payment.providerRef));
    failPoint("check.after-call");
    await transact(database, async (uow) => {
      await confirmLease(uow);
      await applyReport(uow, { clock, listeners }, payment, report);
      if (report.state === "open") await scheduleNext(uow);
      failPoint("check.before-commit");
    });
    failPoint("check.committed");
    wake();
  };
}
