import { type devicePage, hourShareDays, utilisationDays } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { DeviceRecord } from "#features/devices/devices-store.ts";
import { countTestRuns } from "#features/devices/test-runs-store.ts";
import { openingHoursOf } from "#features/outlets/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { dateIn, splitIntoDays } from "#platform/time/calendar.ts";
import { openIntervals, within } from "#platform/time/opening-hours.ts";
import {
  closedHours,
  hoursOfWeeks,
  hoursSince,
  shareByHour,
  shareOf,
  useByDay,
} from "./device-page-rules.ts";
import { selectRuns } from "./device-page-store.ts";

type DeviceUse = Pick<
  ReplyOf<typeof devicePage>,
  "utilisation" | "openShare" | "hourShares" | "closedHours" | "testRuns"
>;

/** Returns the use of a chair at its current outlet, by day and by hour of the week. */
export async function readDeviceUse(
  database: Database,
  chair: Pick<DeviceRecord, "deviceId" | "outletId" | "atOutletSince">,
  now: Date,
  zone: string,
): Promise<DeviceUse> {
  const days = splitIntoDays(utilisationDays, "day", now, zone);
  const weeks = splitIntoDays(hourShareDays, "day", now, zone).range;
  const [runs, openingHours, testRuns] = await Promise.all([
    // One query is sufficient: the range of the shares by hour includes the days of the utilisation.
    selectRuns(database, chair, weeks, now),
    openingHoursOf(database, [chair.outletId]),
    countTestRuns(database, chair, days.range),
  ]);
  const hours = openingHours.get(chair.outletId);
  // Null for an outlet without opening hours. Includes the rest of today, so that its hours do not count as closed.
  const openInWeeks = hours === undefined ? null : openIntervals(hours, weeks);
  // Limited to the time from the chair's installation at this outlet, or its move there, until now.
  const openWhilePresent = openInWeeks && within(openInWeeks, { from: chair.atOutletSince, to: now });
  // The open time of whole days, without runs, shows on which days the outlet is closed.
  const wholeDays = useByDay([], openInWeeks, days.starts, days.range.to);
  const calendarHours = hoursOfWeeks(now, zone);
  return {
    utilisation: useByDay(runs, openWhilePresent, days.starts, days.range.to).map((use, index) => ({
      date: dateIn(days.starts[index] as Date, zone).toString(),
      closed: wholeDays[index]?.openMinutes === 0,
      ...use,
    })),
    openShare: openWhilePresent && shareOf(runs, within(openWhilePresent, days.range)),
    hourShares: shareByHour(runs, hoursSince(calendarHours, chair.atOutletSince, now), openWhilePresent),
    closedHours: openInWeeks === null ? [] : closedHours(calendarHours, openInWeeks),
    testRuns,
  };
}
