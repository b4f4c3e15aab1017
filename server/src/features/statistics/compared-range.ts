import {
  type CalendarDays,
  dateIn,
  daysRange,
  hourOfDay,
  type InstantRange,
  sameTimeOn,
} from "#platform/time/calendar.ts";
import { invalidField } from "#platform/http/product-error.ts";
import type { ChartUnit } from "@reposo/contract/revenue/income-chart.ts";
import { instants, type ReportRange, reportDays } from "./report-range.ts";

/** Ranges of more days are drawn by month and compared with the year before. */
const mostDaysByDay = 62;
/** Hours are drawn for at most a week, in which each weekday occurs once. */
const mostDaysByHour = 7;

const lengthOf = ({ first, last }: CalendarDays): number =>
  first.until(last, { largestUnit: "days" }).days + 1;

/**
 * Returns how far back the days lie with which a range is compared: a month or year with the one before it, a single day
 * with the same weekday of the week before, and other days with as many days before them.
 */
function shiftOf(range: ReportRange["range"], days: CalendarDays): Temporal.DurationLike {
  if (range === "thisMonth" || range === "lastMonth") return { months: 1 };
  const length = lengthOf(days);
  if (range === "thisYear" || length > mostDaysByDay) return { years: 1 };
  return { days: length === 1 ? 7 : length };
}

const shifted = ({ first, last }: CalendarDays, shift: Temporal.DurationLike): CalendarDays => ({
  first: first.subtract(shift),
  last: last.add({ days: 1 }).subtract(shift).subtract({ days: 1 }),
});

/** A range with the earlier one of the same kind. */
export interface ComparedRange {
  readonly current: InstantRange;
  readonly earlier: InstantRange;
  /** The end of the part of the earlier range that is comparable: the same time as now, or its end if the range is over. */
  readonly until: Date;
}

function comparedIn(
  days: CalendarDays,
  shift: Temporal.DurationLike,
  now: Date,
  zone: string,
): ComparedRange {
  const current = daysRange(days.first, days.last, zone);
  const before = shifted(days, shift);
  const earlier = daysRange(before.first, before.last, zone);
  const same = sameTimeOn(dateIn(now, zone).subtract(shift), now, zone);
  const until =
    now >= current.to || same > earlier.to ? earlier.to : now < current.from ? earlier.from : same;
  return { current, earlier, until };
}

/** Returns the days of a report with the earlier ones. */
export function comparedRange(request: Omit<ReportRange, "hour">, now: Date, zone: string): ComparedRange {
  const days = reportDays(request, now, zone);
  return comparedIn(days, shiftOf(request.range, days), now, zone);
}

/** Formats the times of a comparison for a reply. */
export const comparedTimes = ({ current, earlier, until }: ComparedRange, now: Date) => ({
  asOf: now.toISOString(),
  ...instants(current),
  earlier: { ...instants(earlier), until: until.toISOString() },
});

/** A bar of a chart. */
export interface ChartPart {
  readonly range: InstantRange;
  /** The corresponding part of the earlier range; null if it has none, such as the 31st of a month of 30 days. */
  readonly earlier: InstantRange | null;
}

/**
 * Splits a range into the bars of a chart: hours for a day, days for up to two months, otherwise months.
 * @throws ProductError invalidRequest like `reportDays`, and for hours of more than a week
 */
export function splitIntoBars(
  request: ReportRange & { readonly interval?: "day" | "hour" | undefined },
  now: Date,
  zone: string,
): { readonly unit: ChartUnit; readonly compared: ComparedRange; readonly parts: readonly ChartPart[] } {
  const days = reportDays(request, now, zone);
  const shift = shiftOf(request.range, days);
  const compared = comparedIn(days, shift, now, zone);
  const length = lengthOf(days);
  if (request.interval === "hour" && length > mostDaysByHour) throw invalidField("interval", "range");
  const unit =
    request.interval === "hour" || length === 1 ? "hour" : length > mostDaysByDay ? "month" : "day";
  const parts =
    unit === "month"
      ? splitIntoMonths(days, shift, zone)
      : splitIntoDates(days, shifted(days, shift)).flatMap(({ date, before }) =>
          unit === "day"
            ? [dayPart(date, before, zone)]
            : hourParts(date, length === 1 ? before : null, zone),
        );
  return { unit, compared, parts };
}

interface DateWithEarlier {
  readonly date: Temporal.PlainDate;
  readonly before: Temporal.PlainDate | null;
}

function splitIntoDates(days: CalendarDays, before: CalendarDays): DateWithEarlier[] {
  return Array.from({ length: lengthOf(days) }, (_, index) => {
    const earlier = before.first.add({ days: index });
    const isWithin = Temporal.PlainDate.compare(earlier, before.last) <= 0;
    return { date: days.first.add({ days: index }), before: isWithin ? earlier : null };
  });
}

const dayPart = (date: Temporal.PlainDate, before: Temporal.PlainDate | null, zone: string): ChartPart => ({
  range: daysRange(date, date, zone),
  earlier: before === null ? null : daysRange(before, before, zone),
});

/** Returns the hours of a day, which are 23 or 25 if the clocks change. */
function hourParts(date: Temporal.PlainDate, before: Temporal.PlainDate | null, zone: string): ChartPart[] {
  const parts: ChartPart[] = [];
  for (let hour = 0; ; hour += 1) {
    const range = hourOfDay(date, hour, zone);
    if (range === null) return parts;
    parts.push({ range, earlier: before === null ? null : hourOfDay(before, hour, zone) });
  }
}

function splitIntoMonths(days: CalendarDays, shift: Temporal.DurationLike, zone: string): ChartPart[] {
  const parts: ChartPart[] = [];
  let first = days.first;
  while (Temporal.PlainDate.compare(first, days.last) <= 0) {
    const end = first.with({ day: first.daysInMonth });
    const last = Temporal.PlainDate.compare(end, days.last) < 0 ? end : days.last;
    const before = shifted({ first, last }, shift);
    parts.push({
      range: daysRange(first, last, zone),
      earlier: daysRange(before.first, before.last, zone),
    });
    first = last.add({ days: 1 });
  }
  return parts;
}
