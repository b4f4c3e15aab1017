import { isComputableZone } from "#platform/time/calendar.ts";

/** Quiet hours in minutes since local midnight. If `to` is before `from`, the quiet hours span midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

const minutesOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const textOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Parses two times in the format HH:MM. */
export const parseQuietHours = (from: string, to: string): QuietHours => ({
  from: minutesOfDay(from),
  to: minutesOfDay(to),
});

/** Returns both times in the format HH:MM; null without quiet hours. */
export const formatQuietHours = (quiet: QuietHours | null) => ({
  quietFrom: quiet && textOf(quiet.from),
  quietTo: quiet && textOf(quiet.to),
});

/**
 * Returns the end of the quiet hours that contain `now` in a time zone, or null if `now` is outside of them or the hours
 * of the zone cannot be computed, because a notification must not be lost.
 */
export function quietUntil(now: Date, quiet: QuietHours | null, timeZone: string): Date | null {
  if (quiet === null || !isComputableZone(timeZone)) return null;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const minute = local.hour * 60 + local.minute;
  const { from, to } = quiet;
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  const day = local.toPlainDate().add({ days: minute < to ? 0 : 1 });
  const wall = day.toPlainDateTime({ hour: Math.floor(to / 60), minute: to % 60 });
  const ends = (["earlier", "later"] as const).map((disambiguation) =>
    wall.toZonedDateTime(timeZone, { disambiguation }),
  );
  // If the change to daylight saving time skips the end, the quiet hours end at this change.
  const isSkipped = ends.every((end) => !end.toPlainDateTime().equals(wall));
  const change = isSkipped ? ends[0]?.getTimeZoneTransition("next") : null;
  // If the end occurs twice because daylight saving time ends, the first occurrence in the future counts.
  const next = [change, ...ends].find((end) => end != null && end.epochMilliseconds > now.getTime());
  return next == null ? null : new Date(next.epochMilliseconds);
}
