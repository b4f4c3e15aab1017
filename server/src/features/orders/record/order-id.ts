import { randomUUID } from "node:crypto";
import { randomSymbols } from "#platform/keys/identifiers.ts";

/** The first 48 bits of an ID: the milliseconds since 1970. */
function timePart(at: Date): string {
  const digits = Math.max(at.getTime(), 0).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/**
 * Returns a UUID of version 7 that contains the time of the order, even if the server receives the order later. The
 * table `orders` is partitioned by ID, and a range of times is a range of IDs. The database rejects an ID with another
 * time. Only the ID of a coin order may contain a later time, because the order's time may be corrected to an earlier
 * one.
 */
export const newOrderId = (orderedAt: Date): string => `${timePart(orderedAt)}-7${randomUUID().slice(15)}`;

/** Returns an ID for a command to a chair, in the same format as an order ID. */
export const newCommandId = (now: Date): string => newOrderId(now);

/**
 * Returns the lowest ID of an instant. Orders of the range [from, to) have IDs in the range
 * [firstOrderIdAt(from), firstOrderIdAt(to)), except coin orders whose time was corrected: their IDs contain a later
 * time, and `moved_order.listed_id` contains the corrected one.
 */
export const firstOrderIdAt = (at: Date): string => `${timePart(at)}-0000-0000-000000000000`;

/** Returns a number such as `261121-7KQ2-M9XD`: the UTC day and 40 random bits. A unique index rejects duplicates. */
export function newOrderNumber(at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll("-", "");
  return `${day}-${randomSymbols(4)}-${randomSymbols(4)}`;
}
