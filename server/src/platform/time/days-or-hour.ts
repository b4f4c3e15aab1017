import { invalidField } from "#platform/http/product-error.ts";
import { daysRange, hourOfDay, type InstantRange } from "./calendar.ts";

/**
 * Returns the range of a request: two dates, both included, and optionally an hour if the dates are equal.
 * @throws ProductError code 400 for an hour with several days, or for an hour that the day does not have
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
