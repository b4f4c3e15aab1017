import type { Snooze } from "@reposo/contract/alerts/alerts.ts";

const hourMs = 3_600_000;
/** When a snooze until tomorrow ends, in the outlet's zone. */
const morningHour = 8;

/** @returns null for a snooze that ends when the alert changes */
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
