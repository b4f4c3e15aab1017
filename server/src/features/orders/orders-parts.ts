import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { Payments } from "#features/payments/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import type { UnpaidLimits } from "./placement/limit-unpaid-orders.ts";

export interface OrderTimes {
  /** From paid until the chair must have answered. */
  readonly startDeadlineMs: number;
  /** From the deadline until a silent chair's order is given up. */
  readonly startGraceMs: number;
  /** How long an order may stay unpaid. */
  readonly paymentMs: number;
  /** How long after its end a run's chair may stay silent. */
  readonly silenceMs: number;
  /** How much time an extension may leave of a massage at most. */
  readonly longestLeftMs: number;
}

export const defaultOrderTimes: OrderTimes = {
  startDeadlineMs: 20_000,
  startGraceMs: 15_000,
  paymentMs: 15 * 60_000,
  silenceMs: 30_000,
  longestLeftMs: 120 * 60_000,
};

/** What the use cases of an order stand on. */
export interface OrderParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly times: OrderTimes;
  readonly payments: Payments;
  readonly couponTries: { readonly aMinuteToken: number; readonly aMinuteAddress: number };
  readonly unpaidLimits: UnpaidLimits;
  /** Origin that return addresses begin with. */
  readonly publicUrl: string;
  /** Whether commands can reach chairs now; without a broker no start is accepted. */
  readonly brokerConnected: () => boolean;
  /** Whether the database can store an order and what follows from it; without space no start is accepted. */
  readonly storageHasRoom: () => Promise<boolean>;
  /** Hands a command to the broker; rejects where that is away. */
  readonly sendCommand: (deviceId: string, command: PayloadOf<"command">) => Promise<void>;
  /** After a commit that enqueued an effect or announced news: look now, not at the next poll. */
  readonly wake: () => void;
}

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
