import type { OrderStatus } from "@reposo/contract/orders.ts";

/** What of an order decides how much time is left. */
export interface Timed {
  readonly orderStatus: OrderStatus;
  readonly minutes: number;
  readonly startedAt: string | null;
  readonly endsAt: string | null;
}

const minute = 60_000;

/** Bought time, from start to end where the server has set both. */
export function totalMilliseconds({ minutes, startedAt, endsAt }: Timed): number {
  if (startedAt === null || endsAt === null) return minutes * minute;
  return Math.max(0, Date.parse(endsAt) - Date.parse(startedAt));
}

/** Time left by the server's clock: never below nothing, never above what was bought (CNT-1). */
export function remainingMilliseconds(order: Timed, serverNow: number): number {
  const total = totalMilliseconds(order);
  if (order.endsAt === null) return total;
  return Math.min(total, Math.max(0, Date.parse(order.endsAt) - serverNow));
}

/** Minutes and seconds; a second that has begun counts whole, so 00:00 means over. Hours stay minutes. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** For a duration read out by a machine: `PT4M30S`. */
export function isoDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `PT${Math.floor(seconds / 60)}M${seconds % 60}S`;
}

/** When the display has to change next: as the second shown runs out. */
export function untilNextSecond(milliseconds: number): number {
  return milliseconds % 1000 === 0 ? 1000 : milliseconds % 1000;
}

/** The moments a screen reader says aloud. */
export type Milestone = "fiveMinutes" | "oneMinute";

/** The milestone passed between two readings; a page opened below one does not announce it late. */
export function milestonePassed(before: number, after: number): Milestone | null {
  if (before > minute && after <= minute) return "oneMinute";
  if (before > 5 * minute && after <= 5 * minute) return "fiveMinutes";
  return null;
}
