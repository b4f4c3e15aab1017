import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { endOfRun } from "#features/orders/record/run-rules.ts";

/** A chair's event that was not stored before, with its time corrected by the server. */
export interface ReceivedEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
  readonly occurredAt: Date;
  /** True if the chair's clock was not usable, so that `occurredAt` is the time of arrival at the server. */
  readonly hasUnreliableTime: boolean;
}

const runEvents: readonly PayloadOf<"event">["type"][] = ["started", "stopped", "finished"];

export const isCoin = ({ event }: ReceivedEvent): boolean => event.type === "coin";

/** Returns whether an event is a coin, or the start or end of a run without an order ID. */
export const isOfCoinRun = ({ event }: ReceivedEvent): boolean =>
  event.type === "coin" ||
  (event.orderId === undefined && event.runId !== undefined && runEvents.includes(event.type));

/**
 * Returns the ID of the run to which the event belongs. A coin event without a run ID, or with an order ID, becomes a
 * separate run.
 */
export const runIdOf = ({ epoch, seq, runId, orderId }: PayloadOf<"event">): string =>
  runId !== undefined && orderId === undefined ? runId : `${epoch}:${seq}`;

/**
 * Returns the coin counter before and after an insertion, in minor units. If the chair reported only one of them, the
 * other follows from the amount. Null if unknown.
 */
export function countersOf({
  counterBefore = null,
  counterAfter = null,
  amount = null,
}: {
  readonly counterBefore?: number | null | undefined;
  readonly counterAfter?: number | null | undefined;
  readonly amount?: number | null | undefined;
}): { counterBefore: number | null; counterAfter: number | null } {
  if (amount === null) return { counterBefore, counterAfter };
  return {
    counterBefore: counterBefore ?? (counterAfter === null ? null : counterAfter - amount),
    counterAfter: counterAfter ?? (counterBefore === null ? null : counterBefore + amount),
  };
}

/**
 * A coin with the chair's outlet at the time of the insertion, and with defaults for fields that the chair did not
 * report.
 */
export interface ReportedCoin {
  readonly deviceId: string;
  readonly runId: string;
  readonly epoch: string;
  readonly seq: number;
  readonly outletId: string;
  /** Minor units; 0 if the chair did not report an amount. */
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly gear: number;
  readonly occurredAt: Date;
}

/** The state of a run that was started with coins. It does not depend on the order in which the events arrived. */
export interface CoinRun {
  /** The massage time of all inserted coins, including quarantined ones. */
  readonly boughtSeconds: number;
  /** The massage time of the booked coins. */
  readonly bookedSeconds: number;
  /** The reported start and end; null if the chair has not reported them. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
}

/** The state of the order of a run, with assumptions for what the chair has not reported. */
export interface RunTimes extends Pick<CoinRun, "startedAt" | "endedAt" | "endReason"> {
  readonly status: "running" | "completed";
  /** The end of the bought time; null if no time was bought. */
  readonly endsAt: Date | null;
}

const maxMinutes = 600;

/** Returns the booked time of an order in whole minutes: 0 if no time is booked, otherwise 1 to `maxMinutes`. */
export const minutesOf = (bookedSeconds: number): number =>
  bookedSeconds === 0 ? 0 : Math.min(maxMinutes, Math.max(1, Math.round(bookedSeconds / 60)));

/**
 * Returns the end of a run that counts as completed: the reported end or, if there is none, the end of its bought
 * time. The latter may be in the future, so that the result does not depend on when the coins arrived.
 */
export function estimatedEnd({ endsAt, endedAt, endReason }: RunTimes): {
  readonly status: "completed";
  readonly endedAt: Date;
  readonly endReason: EndReason;
} {
  const at = endedAt ?? endsAt;
  if (at === null) throw new Error("a run without a reported end must have a scheduled end");
  return { status: "completed", endedAt: at, endReason: endReason ?? "silent" };
}

/**
 * Derives the state of a coin order from the chair's reports. A run without bought time counts as completed at once. A
 * run without a reported end counts as completed after its bought time; a later report replaces this assumed end.
 * @param insertedAt time of the run's earliest coin
 */
export function timesOfRun(run: CoinRun, insertedAt: Date, now: Date): RunTimes {
  const { boughtSeconds, endReason } = run;
  if (boughtSeconds === 0)
    return { status: "completed", startedAt: null, endsAt: null, endedAt: insertedAt, endReason: "finished" };
  const startedAt = run.startedAt ?? insertedAt;
  const endsAt = endOfRun(startedAt, boughtSeconds);
  if (run.endedAt !== null && endReason !== null) {
    const endedAt = new Date(Math.min(Math.max(run.endedAt.getTime(), startedAt.getTime()), now.getTime()));
    return { status: "completed", startedAt, endsAt, endedAt, endReason };
  }
  if (endsAt > now) return { status: "running", startedAt, endsAt, endedAt: null, endReason: null };
  return { status: "completed", startedAt, endsAt, endedAt: endsAt, endReason: "silent" };
}
