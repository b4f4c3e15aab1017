import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { maxSummedDays, type orderList } from "@reposo/contract/orders/order-lists.ts";
import type { Database } from "#platform/postgres/database.ts";
import { dateIn, daysRange } from "#platform/time/calendar.ts";
import type { OrderFilter } from "./order-counts-store.ts";
import { type DayRange, sumDays } from "./order-day-sums-store.ts";

/** Returns the part of a day that is in the filter's range; null if none is. */
function partOf(date: string, zone: string, { range }: OrderFilter): DayRange | null {
  const day = Temporal.PlainDate.from(date);
  const { from, to } = daysRange(day, day, zone);
  if (range === undefined) return { date, from, to };
  const part = {
    date,
    from: from > range.from ? from : range.from,
    to: to < range.to ? to : range.to,
  };
  return part.from < part.to ? part : null;
}

/**
 * Returns the sums of the days that begin on a page of a list, by day in the time zone `zone`; nothing if the page has
 * orders of too many days: with a filter that few orders match, all orders of many days would be read.
 * @param times the times of the page's orders
 * @param before the time of the last order of the previous page, whose reply contains the sums of its day; null for the
 *   first page
 */
export async function sumListedDays(
  database: Database,
  filter: OrderFilter,
  zone: string,
  { times, before }: { readonly times: readonly Date[]; readonly before: Date | null },
): Promise<ReplyOf<typeof orderList>["days"]> {
  const dates = new Set(times.map((at) => dateIn(at, zone).toString()));
  if (dates.size > maxSummedDays) return undefined;
  if (before !== null) dates.delete(dateIn(before, zone).toString());
  const days = [...dates].map((date) => partOf(date, zone, filter)).filter((day) => day !== null);
  const sums = days.length === 0 ? [] : await sumDays(database, filter, days);
  return days.map(({ date }) => ({
    date,
    sums: sums
      .filter((sum) => sum.date === date)
      .map(({ currency, amountMinor }) => ({ currency, amount: amountMinor })),
  }));
}
