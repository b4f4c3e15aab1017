import { daysRange, hourOfDay, type InstantRange } from "./calendar.ts";
import { invalidField } from "#platform/http/product-error.ts";

/**
 * The range of a request: two dates, both included, and optionally an hour where they are equal.
 * @throws ProductError code 400 for an hour of several days, or one that the day does not have
 */
export function daysOrHour(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  hour: number | undefined,
  zone: string,
): InstantRange {
  if (hour === undefined) return daysRange(first, last, zone);
  const range = first.equals(last) ? hourOfDay(first, hour, zone) : null;
  if (range === null) throw invalidField("hour", "range");
  return range;
}
