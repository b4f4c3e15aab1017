import { randomBytes } from "node:crypto";
import { randomSymbols } from "#platform/keys/identifiers.ts";

const timeDigits = (at: Date): string => Math.max(at.getTime(), 0).toString(16).padStart(12, "0");

const hyphenate = (digits: string): string =>
  [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join("-");

/**
 * Returns a UUID of version 7 that contains the time of the order, even if the server receives the order later. The
 * table is partitioned by ID, and a range of times is a range of IDs. The database rejects an ID with another time,
 * except for a coin order whose time is later corrected to an earlier one.
 */
export function newOrderId(orderedAt: Date): string {
  const random = randomBytes(10);
  random[0] = 0x70 | ((random[0] as number) & 0x0f);
  random[2] = 0x80 | ((random[2] as number) & 0x3f);
  return hyphenate(timeDigits(orderedAt) + random.toString("hex"));
}

/** Returns an ID for a command to a chair, in the same format as an order ID. */
export const newCommandId = (now: Date): string => newOrderId(now);

/**
 * Returns the lowest ID of an instant. Orders of the range [from, to) have IDs in the range
 * [firstOrderIdAt(from), firstOrderIdAt(to)).
 */
export const firstOrderIdAt = (at: Date): string => hyphenate(`${timeDigits(at)}${"0".repeat(20)}`);

/** Returns a number such as `261121-7KQ2-M9XD`: the UTC day and 40 random bits. A unique index rejects duplicates. */
export function newOrderNumber(at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll("-", "");
  return `${day}-${randomSymbols(4)}-${randomSymbols(4)}`;
}
