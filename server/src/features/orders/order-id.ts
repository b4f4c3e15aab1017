import { randomBytes } from "node:crypto";

const timeDigits = (at: Date): string => Math.max(at.getTime(), 0).toString(16).padStart(12, "0");

const withDashes = (digits: string): string =>
  [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join("-");

/**
 * A UUID of version 7 whose milliseconds are the order's time, however late the order arrives: the table is cut into
 * months by it, and a range of times is a range of ids. The database refuses an id that says another time.
 */
export function newOrderId(orderedAt: Date): string {
  const random = randomBytes(10);
  random[0] = 0x70 | ((random[0] as number) & 0x0f);
  random[2] = 0x80 | ((random[2] as number) & 0x3f);
  return withDashes(timeDigits(orderedAt) + random.toString("hex"));
}

/** The ids of commands to chairs carry their time too. */
export const newCommandId = (now: Date): string => newOrderId(now);

/** The least id of an instant: orders of [from, to) are those from `firstOrderIdAt(from)` up to `firstOrderIdAt(to)`. */
export const firstOrderIdAt = (at: Date): string => withDashes(`${timeDigits(at)}${"0".repeat(20)}`);
