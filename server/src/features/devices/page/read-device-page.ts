import { calendarRange, cutDays, dateIn } from "#platform/time/calendar.ts";
import { type devicePage, hourShareDays, utilisationDays } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { ownDevice } from "#features/devices/device-access.ts";
import { viewDevice } from "#features/devices/devices-view.ts";
import { incomeOfDevice } from "#features/revenue/index.ts";
import { countTestRuns } from "#features/devices/test-runs-store.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type ManagerCaller, zoneOf } from "#platform/http/caller.ts";
import { read } from "#platform/postgres/combined-query.ts";
import { hoursSince, minutesRun, shareByHour, stateSince } from "./device-page-rules.ts";
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
    const { range, starts } = cutDays(utilisationDays, "day", now, zone);
    const weeks = cutDays(hourShareDays, "day", now, zone).range;
    const [thisMonth, yesterday, today] = (["thisMonth", "yesterday", "today"] as const).map((period) =>
      calendarRange(period, now, zone),
    );
    const ranges = { today, yesterday, thisMonth } as Record<(typeof periods)[number], typeof range>;
    const [income, times, runs, testRuns, quarantined] = await Promise.all([
      read(database, incomeOfDevice(device, ranges)),
      selectStateTimes(database, device.deviceId),
      selectRuns(database, device, weeks, now),
      countTestRuns(database, device, range),
      selectQuarantined(database, device),
    ]);
    const minutes = minutesRun(runs, starts, range.to);
    return {
      device: viewDevice(device),
      stateSince: stateSince(device, times)?.toISOString() ?? null,
      firmware: device.firmware,
      income: income([device.currency]).map((row) => ({ currency: row.currency, ...row.periods })),
      utilisation: starts.map((start, index) => ({
        date: dateIn(start, zone).toString(),
        minutes: minutes[index] ?? 0,
      })),
      hourShares: shareByHour(runs, hoursSince(device.installedAt, now, zone)),
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
