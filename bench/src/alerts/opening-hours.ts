import { airport, type DemoOutlet } from "@reposo/server/demo/demo-network.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { dayMs, hourMs, type Interval, minuteMs } from "./scenario.ts";

/** Whether the staff of an outlet switch its chairs off at night, as in every second mall. */
export const switchesOff = ({ outletId, deviceIds }: DemoOutlet): boolean =>
  outletId !== airport && Number(deviceIds[0]?.slice(2)) % 2 === 0;

const localDay = (outlet: DemoOutlet, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(outlet.timeZone).toPlainDate();

/** Returns the business hours of the day that contains `at`. Faults begin within business hours. */
export function businessHours(outlet: DemoOutlet, at: number): Interval {
  const midnight = localDay(outlet, at).toZonedDateTime(outlet.timeZone).epochMilliseconds;
  return { from: midnight + 10 * hourMs, to: midnight + 22 * hourMs };
}

/** Returns an approximately normally distributed number between -2 and 2, derived from the seed. */
const deviation = (seed: string): number => {
  const random = seededRandom(seed);
  return random.next() + random.next() + random.next() + random.next() - 2;
};

/**
 * Returns the nights in which a chair has no power. Staff switch the outlet off and on slightly earlier or later each
 * day.
 */
export function nightsOf(
  seed: number,
  outlet: DemoOutlet,
  deviceId: string,
  { from, to }: Interval,
): Interval[] {
  if (!switchesOff(outlet)) return [];
  const nights: Interval[] = [];
  for (let at = from - dayMs; at < to + dayMs; at += dayMs) {
    const day = localDay(outlet, at);
    const midnight = day.toZonedDateTime(outlet.timeZone).epochMilliseconds;
    const next = day.add({ days: 1 }).toZonedDateTime(outlet.timeZone).epochMilliseconds;
    // Malls of this region close an hour later on Friday and Saturday.
    const late = day.dayOfWeek === 5 || day.dayOfWeek === 6 ? hourMs : 0;
    const off = deviation(`${seed} off ${outlet.outletId} ${day.toString()}`) * 12 * minuteMs;
    const on = deviation(`${seed} on ${outlet.outletId} ${day.toString()}`) * 12 * minuteMs;
    const own = deviation(`${seed} ${deviceId} ${day.toString()}`) * minuteMs;
    nights.push({
      from: midnight + 22 * hourMs + 20 * minuteMs + late + off + own,
      to: next + 9.5 * hourMs + on + own,
    });
  }
  return nights.filter((night) => night.to > from && night.from < to);
}
