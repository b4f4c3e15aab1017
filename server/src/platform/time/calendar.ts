/**
 * A half-open range of instants, such as a calendar period in a zone (DAY-1). A zone is an IANA name (`Asia/Manila`),
 * or a fixed offset (`+08:00`) of a client that sends only the Timezone-Offset header.
 */
export interface InstantRange {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

export const calendarPeriods = [
  "today",
  "yesterday",
  "thisWeek",
  "last7Days",
  "last30Days",
  "thisMonth",
  "lastMonth",
  "thisYear",
] as const;
export type CalendarPeriod = (typeof calendarPeriods)[number];

/** Formats minutes east of UTC, from -720 to +840, as an offset: `+08:00` for 480. */
export function offsetZone(minutes: number): string {
  const sign = minutes < 0 ? "-" : "+";
  const hours = Math.trunc(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `${sign}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

/**
 * Returns the time zone in which the caller's days, such as today, begin: that of the request (see `requestedZoneOf`), or
 * else that of the account.
 */
export const zoneOf = (caller: { readonly timeZone: string }, requestedZone: string | null): string =>
  requestedZone ?? caller.timeZone;

/** Returns whether days and hours can be computed in a time zone. */
export function isComputableZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const startOf = (date: Temporal.PlainDate, zone: string): Date =>
  new Date(date.toZonedDateTime(zone).epochMilliseconds);

const rangeOf = (first: Temporal.PlainDate, next: Temporal.PlainDate, zone: string): InstantRange => ({
  from: startOf(first, zone),
  to: startOf(next, zone),
});

export function dateIn(at: Date, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
}

/** Returns the UTC offset of a zone in minutes, positive to the east. */
export const offsetMinutesIn = (at: Date, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9;

/** The days of a period, both included. */
export interface CalendarDays {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** Returns the days of a period that contains or precedes `today`. Weeks begin on Monday. */
export function calendarDays(period: CalendarPeriod, today: Temporal.PlainDate): CalendarDays {
  const from = (first: Temporal.PlainDate, length: Temporal.DurationLike): CalendarDays => ({
    first,
    last: first.add(length).subtract({ days: 1 }),
  });
  const firstOfMonth = today.with({ day: 1 });
  switch (period) {
    case "today":
      return { first: today, last: today };
    case "yesterday":
      return from(today.subtract({ days: 1 }), { days: 1 });
    case "thisWeek":
      return from(today.subtract({ days: today.dayOfWeek - 1 }), { days: 7 });
    case "last7Days":
      return { first: today.subtract({ days: 6 }), last: today };
    case "last30Days":
      return { first: today.subtract({ days: 29 }), last: today };
    case "thisMonth":
      return from(firstOfMonth, { months: 1 });
    case "lastMonth":
      return from(firstOfMonth.subtract({ months: 1 }), { months: 1 });
    case "thisYear":
      return from(today.with({ month: 1, day: 1 }), { years: 1 });
  }
}

/** Returns the whole period in `zone` that contains or precedes `at`. */
export function calendarRange(period: CalendarPeriod, at: Date, zone: string): InstantRange {
  const { first, last } = calendarDays(period, dateIn(at, zone));
  return daysRange(first, last, zone);
}

/** Returns the whole days in `zone` from `first` to `last`, both included. */
export const daysRange = (first: Temporal.PlainDate, last: Temporal.PlainDate, zone: string): InstantRange =>
  rangeOf(first, last.add({ days: 1 }), zone);

const hourMs = 3_600_000;

/**
 * Splits the last `days` days, of which the last contains `at`, into days or hours, oldest first. A day on which the
 * clocks change has 23 or 25 hours.
 */
export function splitIntoDays(
  days: number,
  unit: "day" | "hour",
  at: Date,
  zone: string,
): { range: InstantRange; starts: Date[] } {
  const today = dateIn(at, zone);
  const starts: Date[] = [];
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const date = today.subtract({ days: ago });
    const { from, to } = daysRange(date, date, zone);
    if (unit === "day") starts.push(from);
    else for (let ms = from.getTime(); ms < to.getTime(); ms += hourMs) starts.push(new Date(ms));
  }
  return { range: daysRange(today.subtract({ days: days - 1 }), today, zone), starts };
}

/** Returns an hour of a day, counted from 0 as in `splitIntoDays`; null if the day has no such hour. */
export function hourOfDay(date: Temporal.PlainDate, hour: number, zone: string): InstantRange | null {
  const day = daysRange(date, date, zone);
  const from = day.from.getTime() + hour * hourMs;
  const to = Math.min(from + hourMs, day.to.getTime());
  return from < to ? { from: new Date(from), to: new Date(to) } : null;
}

/**
 * Returns the instant on a day at the same local time as `at`. If the clocks skip this time of day, it is the instant
 * when they are set forward.
 */
export function sameTimeOn(date: Temporal.PlainDate, at: Date, zone: string): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const then = date.toZonedDateTime({ timeZone: zone, plainTime: now.toPlainTime() });
  const isSkipped = !then.toPlainTime().equals(now.toPlainTime());
  const until = (isSkipped && then.getTimeZoneTransition("previous")) || then;
  return new Date(until.epochMilliseconds);
}

/** Returns the day that is `days` before the day of `at`, from its start to the same local time of day as `at`. */
export function dayUntilSameTime(days: number, at: Date, zone: string): InstantRange {
  const date = dateIn(at, zone).subtract({ days });
  return { from: startOf(date, zone), to: days === 0 ? at : sameTimeOn(date, at, zone) };
}
