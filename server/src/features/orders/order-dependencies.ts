import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { Payments } from "#features/payments/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";

export interface OrderTimes {
  /** From payment until the chair must have confirmed the start. */
  readonly startDeadlineMs: number;
  /** From the deadline until the order of a silent chair fails. */
  readonly startGraceMs: number;
  /** How long an order may stay unpaid. */
  readonly paymentMs: number;
  /** From the end of a run until its chair must have reported it. */
  readonly silenceMs: number;
  /** Maximum remaining time of an extended massage. */
  readonly maxLeftMs: number;
}

export const defaultOrderTimes: OrderTimes = {
  startDeadlineMs: 20_000,
  startGraceMs: 15_000,
  paymentMs: 15 * 60_000,
  silenceMs: 30_000,
  maxLeftMs: 120 * 60_000,
};

/** Limits for unpaid orders within `paymentMs`; an order that was cancelled meanwhile still counts. */
export interface UnpaidLimits {
  readonly perCustomer: number;
  readonly perAddress: number;
  /** One address may place a quarter of them. */
  readonly perChair: number;
  /** Percent of a coupon's remaining uses that unpaid orders of one address may hold; at least one use. */
  readonly couponPercentPerAddress: number;
}

export interface OrderDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly times: OrderTimes;
  readonly payments: Payments;
  readonly couponAttempts: { readonly perMinuteAndToken: number; readonly perMinuteAndAddress: number };
  readonly unpaidLimits: UnpaidLimits;
  /** Days after the end of a month from which amounts for that month are late entries. */
  readonly monthClosesAfterDays: number;
  /** Origin of return URLs. */
  readonly publicUrl: string;
  /** Whether commands can reach chairs; without a broker no order is accepted. */
  readonly brokerConnected: () => boolean;
  /** Whether the database has space for an order and its further rows; without space no order is accepted. */
  readonly storageHasSpace: () => Promise<boolean>;
  /** Publishes a command; rejects while the broker is unreachable. */
  readonly sendCommand: (deviceId: string, command: PayloadOf<"command">) => Promise<void>;
  /** Called after a commit that enqueued jobs or events, so that they need not wait for the next poll. */
  readonly wake: () => void;
}

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
