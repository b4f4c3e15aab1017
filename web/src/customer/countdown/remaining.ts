import type { OrderFollowed } from "#customer/orders/index.ts";
import { millisecondsLeft } from "#shared/time/date-time.ts";

type Timed = Pick<OrderFollowed, "minutes" | "startedAt" | "endsAt">;

const minute = 60_000;

/** Returns the time from start to end; before the server has set both, the bought duration. */
export function totalMilliseconds({ minutes, startedAt, endsAt }: Timed): number {
  if (startedAt === null || endsAt === null) return minutes * minute;
  return Math.max(0, Date.parse(endsAt) - Date.parse(startedAt));
}

/** Returns the time left by the server's clock, between zero and the total duration (CNT-1). */
export function remainingMilliseconds(order: Timed, serverNow: number): number {
  const total = totalMilliseconds(order);
  if (order.endsAt === null) return total;
  return Math.min(total, millisecondsLeft(order.endsAt, serverNow));
}

/** An ISO 8601 duration: `PT4M30S`. */
export function isoDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `PT${Math.floor(seconds / 60)}M${seconds % 60}S`;
}

/** Returns the milliseconds after which the shown second of a remaining time changes, at most 1,000. */
export function untilNextSecond(milliseconds: number): number {
  return milliseconds % 1000 === 0 ? 1000 : milliseconds % 1000;
}

/** Remaining times that are announced to screen readers. */
export type Milestone = "fiveMinutes" | "oneMinute";

/**
 * Returns the milestone between two consecutive readings of the remaining milliseconds, or the later one if there are
 * two; null if there is none. A page that is opened after a milestone therefore does not announce it.
 */
export function milestonePassed(before: number, after: number): Milestone | null {
  if (before > minute && after <= minute) return "oneMinute";
  if (before > 5 * minute && after <= 5 * minute) return "fiveMinutes";
  return null;
}
