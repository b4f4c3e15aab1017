import type { Payments } from "#features/payments/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import type { SecurityLog } from "#platform/logging/security-log.ts";

export interface OrderTimes {
  /** Time from the payment until the chair must have confirmed the start. */
  readonly startDeadlineMs: number;
  /**
   * Time after the start deadline in which a silent chair can still report, before the order fails. It is doubled if
   * the deadline passed while the server was stopped.
   */
  readonly startGraceMs: number;
  /** Time after which an unpaid order is cancelled. */
  readonly paymentMs: number;
  /** Time from the scheduled end of a run until the chair must have reported its end. */
  readonly silenceMs: number;
  /** Maximum remaining time of an extended massage. */
  readonly maxLeftMs: number;
  /**
   * Time after the failure of a chair in which its massage can continue on another chair; the refund waits until then. 0:
   * never.
   */
  readonly transferMs: number;
}

export const defaultOrderTimes: OrderTimes = {
  startDeadlineMs: 20_000,
  startGraceMs: 15_000,
  paymentMs: 15 * 60_000,
  silenceMs: 30_000,
  maxLeftMs: 120 * 60_000,
  transferMs: 5 * 60_000,
};

/**
 * Limits of unpaid orders. The first three count the orders of the last `paymentMs`, including cancelled ones; the last
 * one counts only orders that are still unpaid.
 */
export interface UnpaidLimits {
  readonly perCustomer: number;
  readonly perAddress: number;
  /** One IP address may place at most a quarter of this number, rounded up, at one chair. */
  readonly perChair: number;
  /**
   * Percentage of a coupon's remaining uses that unpaid orders of one IP address may reserve; always at least one
   * use.
   */
  readonly couponPercentPerAddress: number;
}

export interface OrderDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly security?: SecurityLog;
  readonly times: OrderTimes;
  readonly payments: Payments;
  /** Maximum attempts to use a coupon code per minute, with one session token and from one IP address. */
  readonly couponAttempts: { readonly perMinuteAndToken: number; readonly perMinuteAndAddress: number };
  readonly unpaidLimits: UnpaidLimits;
  /** An amount for a month counts as a late entry if it is booked more than this many days after the month's end. */
  readonly monthClosesAfterDays: number;
  /** Origin of the URL to which the payment page returns the customer. */
  readonly publicUrl: string;
  /** Whether this server is connected to the broker. Without a connection it accepts no orders. */
  readonly brokerConnected: () => boolean;
  /**
   * Returns why this server cannot accept starts, such as a full disk or an overload; null if it can. A start that could
   * not be sent in time is refused before its payment.
   */
  readonly findStartObstacle: () => Promise<string | null>;
  /** Called after a commit that enqueued jobs or live events, so that they are processed before the next poll. */
  readonly wake: () => void;
}

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
