import { type devicePage, hourShareDays, utilisationDays } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { countTestRuns } from "#features/devices/test-runs-store.ts";
import { openingHoursOf } from "#features/outlets/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { dateIn, type InstantRange, splitIntoDays } from "#platform/time/calendar.ts";
import { openIntervals, within } from "#platform/time/opening-hours.ts";
import {
  closedHours,
  hoursOfWeeks,
  hoursSince,
  type Run,
  shareByHour,
  shareOf,
  useByDay,
} from "./device-page-rules.ts";
import { selectRuns } from "./device-page-store.ts";

interface Chair {
  readonly deviceId: string;
  readonly outletId: string;
  readonly atOutletSince: Date;
}

type Page = ReplyOf<typeof devicePage>;
type DeviceUse = Pick<Page, "utilisation" | "openShare" | "hourShares" | "closedHours" | "testRuns">;

interface RecordedUse {
  readonly runs: readonly Run[];
  /**
   * Open intervals of the outlet in the last `hourShareDays` days, including the rest of today; null if the outlet
   * has no opening hours.
   */
  readonly openInWeeks: readonly InstantRange[] | null;
  /**
   * The part of `openInWeeks` from the installation of the chair at this outlet, or its move there, until now; null
   * if `openInWeeks` is null.
   */
  readonly openWhilePresent: readonly InstantRange[] | null;
}

/** Returns the use of a chair by day and by hour of the week. */
export async function readDeviceUse(
  database: Database,
  chair: Chair,
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
  const openInWeeks = hours === undefined ? null : openIntervals(hours, weeks);
  const openWhilePresent = openInWeeks && within(openInWeeks, { from: chair.atOutletSince, to: now });
  const recorded = { runs, openInWeeks, openWhilePresent };
  return {
    utilisation: viewUtilisation(recorded, days, zone),
    openShare: openWhilePresent && shareOf(runs, within(openWhilePresent, days.range)),
    ...viewHours(recorded, chair, now, zone),
    testRuns,
  };
}

function viewUtilisation(
  { runs, openInWeeks, openWhilePresent }: RecordedUse,
  { starts, range }: ReturnType<typeof splitIntoDays>,
  zone: string,
): Page["utilisation"] {
  const use = useByDay(runs, openWhilePresent, starts, range.to);
  const wholeDays = useByDay([], openInWeeks, starts, range.to);
  return starts.map((start, index) => ({
    date: dateIn(start, zone).toString(),
    minutes: use[index]?.minutes ?? 0,
    closed: wholeDays[index]?.openMinutes === 0,
    openMinutes: use[index]?.openMinutes ?? null,
    share: use[index]?.share ?? null,
  }));
}

function viewHours(
  { runs, openInWeeks, openWhilePresent }: RecordedUse,
  { atOutletSince }: Chair,
  now: Date,
  zone: string,
): Pick<Page, "hourShares" | "closedHours"> {
  const hours = hoursOfWeeks(now, zone);
  return {
    hourShares: shareByHour(runs, hoursSince(hours, atOutletSince, now), openWhilePresent),
    closedHours: openInWeeks === null ? [] : closedHours(hours, openInWeeks),
  };
}
