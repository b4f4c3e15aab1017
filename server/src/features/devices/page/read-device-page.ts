import { calendarRange, splitIntoDays, dateIn } from "#platform/time/calendar.ts";
import { type devicePage, hourShareDays, utilisationDays } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { ownDevice } from "#features/devices/device-access.ts";
import { viewDevice } from "#features/devices/devices-view.ts";
import { openingHoursOf } from "#features/outlets/index.ts";
import { openIntervals, within } from "#platform/time/opening-hours.ts";
import { incomeOfDevice } from "#features/revenue/index.ts";
import { countTestRuns } from "#features/devices/test-runs-store.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type ManagerCaller, zoneOf } from "#platform/http/caller.ts";
import { read } from "#platform/postgres/combined-query.ts";
import {
  closedHours,
  hoursOfWeeks,
  hoursSince,
  shareByHour,
  shareOf,
  stateSince,
  useByDay,
} from "./device-page-rules.ts";
import { type QuarantinedRow, selectQuarantined, selectRuns, selectStateTimes } from "./device-page-store.ts";

const periods = ["today", "yesterday", "thisMonth"] as const;

/** State, income, and use of one of the caller's chairs. */
export const createReadDevicePage =
  ({ database, clock }: { readonly database: Database; readonly clock: Clock }) =>
  async (
    caller: ManagerCaller,
    offsetMinutes: number | null,
    deviceId: string,
  ): Promise<ReplyOf<typeof devicePage>> => {
    const device = await ownDevice(database, caller, deviceId);
    const now = clock.now();
    const zone = zoneOf(caller, offsetMinutes);
    // Utilisation and test runs by day; `weeks` is the longer range of the shares by hour of the week.
    const { range, starts } = splitIntoDays(utilisationDays, "day", now, zone);
    const weeks = splitIntoDays(hourShareDays, "day", now, zone).range;
    const [thisMonth, yesterday, today] = (["thisMonth", "yesterday", "today"] as const).map((period) =>
      calendarRange(period, now, zone),
    );
    const ranges = { today, yesterday, thisMonth } as Record<(typeof periods)[number], typeof range>;
    const [income, times, runs, testRuns, quarantined, hoursOfOutlets] = await Promise.all([
      read(database, incomeOfDevice(device, ranges)),
      selectStateTimes(database, device.deviceId),
      selectRuns(database, device, weeks, now),
      countTestRuns(database, device, range),
      selectQuarantined(database, device),
      openingHoursOf(database, [device.outletId]),
    ]);
    const openingHours = hoursOfOutlets.get(device.outletId);
    const openInWeeks = openingHours === undefined ? null : openIntervals(openingHours, weeks);
    const begin = device.atOutletSince;
    const open = openInWeeks && within(openInWeeks, { from: begin, to: now });
    const use = useByDay(runs, open, starts, range.to);
    const wholeDays = useByDay([], openInWeeks, starts, range.to);
    const hours = hoursOfWeeks(now, zone);
    return {
      device: viewDevice(device),
      stateSince: stateSince(device, times)?.toISOString() ?? null,
      firmware: device.firmware,
      signal: device.signalDbm,
      income: income([device.currency]).map((row) => ({ currency: row.currency, ...row.periods })),
      utilisation: starts.map((start, index) => ({
        date: dateIn(start, zone).toString(),
        minutes: use[index]?.minutes ?? 0,
        closed: wholeDays[index]?.openMinutes === 0,
        openMinutes: use[index]?.openMinutes ?? null,
        share: use[index]?.share ?? null,
      })),
      openShare: open && shareOf(runs, within(open, range)),
      hourShares: shareByHour(runs, hoursSince(hours, begin, now), open),
      closedHours: openInWeeks === null ? [] : closedHours(hours, openInWeeks),
      testRuns,
      quarantinedCount: quarantined.count,
      quarantined: quarantined.newest.map(viewCoin),
    };
  };

const viewCoin = ({ epoch, seq, reason, amountMinor, currency, occurredAt }: QuarantinedRow) => ({
  coinId: `${epoch}:${seq}`,
  reason,
  amount: amountMinor === 0 ? null : amountMinor,
  currency,
  insertedAt: occurredAt.toISOString(),
});
