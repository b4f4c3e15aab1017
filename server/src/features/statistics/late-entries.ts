import type { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { sumLateEntries } from "#features/revenue/index.ts";
import { zoneOf } from "#platform/time/caller-zone.ts";
import { instants, type Report, reportRange, type StatisticsDependencies } from "./report-range.ts";

/** Lists the sums of entries that were recorded after their month was closed. */
export const createLateEntries =
  ({ database, clock, monthClosesAfterDays }: StatisticsDependencies): Report<typeof lateEntries> =>
  async (caller, offsetMinutes, request) => {
    const range = reportRange(request, clock.now(), zoneOf(caller, offsetMinutes));
    const outletIds = requireOutlets(caller, request);
    const rows = await sumLateEntries(database, outletIds, range, monthClosesAfterDays);
    return {
      ...instants(range),
      lateEntries: rows.map(({ outletId, outletName, amountMinor, ...row }) => ({
        ...row,
        areaId: outletId,
        areaName: outletName,
        amount: amountMinor,
      })),
    };
  };
