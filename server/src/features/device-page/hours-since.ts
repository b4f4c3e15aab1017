import { cutDays } from "@reposo/contract/calendar.ts";
import { hourShareDays } from "@reposo/contract/device-page.ts";
import type { CalendarHour } from "./device-page-rules.ts";

/** The hours of the last weeks until now, from the one in which the chair was installed. */
export function hoursSince(installedAt: Date, now: Date, zone: string): CalendarHour[] {
  const { starts, range } = cutDays(hourShareDays, "hour", now, zone);
  return starts.flatMap((from, index) => {
    const end = starts[index + 1] ?? range.to;
    if (end <= installedAt || from >= now) return [];
    const local = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
    const ofWeek = (local.dayOfWeek - 1) * 24 + local.hour;
    return [{ from, to: end < now ? end : now, ofWeek }];
  });
}
