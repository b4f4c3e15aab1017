import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { sumLateEntries } from "#features/revenue/index.ts";
import { zoneOf } from "#platform/time/caller-zone.ts";
import { type FiguresCaller, reportRange, type StatisticsDependencies } from "./report-range.ts";

/** Lists the sums of entries that were recorded after their month was closed. */
export const createLateEntries =
  ({ database, clock, monthClosesAfterDays }: StatisticsDependencies) =>
  async (
    caller: FiguresCaller,
    offsetMinutes: number | null,
    request: RequestOf<typeof lateEntries>,
  ): Promise<ReplyOf<typeof lateEntries>> => {
    const zone = zoneOf(caller, offsetMinutes);
    const range = reportRange(request, clock.now(), zone);
    const outletIds = requireOutlets(caller, request);
    const rows = await sumLateEntries(database, {
      outletIds,
      range,
      closesAfterDays: monthClosesAfterDays,
    });
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      lateEntries: rows.map(({ outletId, outletName, amountMinor, ...row }) => ({
        ...row,
        areaId: outletId,
        areaName: outletName,
        amount: amountMinor,
      })),
    };
  };
