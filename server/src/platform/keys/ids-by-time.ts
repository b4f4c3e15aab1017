import { randomUUID } from "node:crypto";

/** The first 48 bits of an ID: the milliseconds since 1970. */
function timePart(at: Date): string {
  const digits = Math.max(at.getTime(), 0).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/**
 * Returns a UUID of version 7 that contains a time, so that a range of times is a range of IDs. An order's ID contains
 * the time of the order, even if the server receives the order later: the table `orders` is partitioned by ID, and the
 * database rejects an ID with another time. Only the ID of a coin order may contain a later time, because the order's
 * time may be corrected to an earlier one.
 */
export const newIdAt = (at: Date): string => `${timePart(at)}-7${randomUUID().slice(15)}`;

/**
 * Returns the lowest ID of an instant. Orders of the range [from, to) have IDs in the range
 * [firstIdAt(from), firstIdAt(to)), except coin orders whose time was corrected: their IDs contain a later time, and
 * `moved_order.listed_id` contains the corrected one.
 */
export const firstIdAt = (at: Date): string => `${timePart(at)}-0000-0000-000000000000`;

/**
 * Returns the time that an ID contains, at most the year 9999, because the time in the upper bound `ffffffff-…` exceeds
 * the range of `Date`.
 */
export const timeOfId = (id: string): Date =>
  new Date(Math.min(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16), Date.UTC(9999, 0)));
