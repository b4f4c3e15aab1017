import type { Snooze } from "@reposo/contract/alerts/alerts.ts";

const hourMs = 3_600_000;
/** A snooze until tomorrow ends at this hour in the outlet's time zone. */
const morningHour = 8;

/** @returns the end of the snooze, or null if it ends when the alert changes */
export function snoozeEnd(until: Exclude<Snooze, "none">, now: Date, zone: string): Date | null {
  if (until === "hour") return new Date(now.getTime() + hourMs);
  if (until === "change") return null;
  const tomorrow = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .add({ days: 1 });
  const morning = tomorrow.toZonedDateTime({
    timeZone: zone,
    plainTime: Temporal.PlainTime.from({ hour: morningHour }),
  });
  return new Date(morning.epochMilliseconds);
}
