import { calendarRange, offsetZone } from "@reposo/contract/calendar.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { appStatistics, incomeOverview, incomeToday, otherSummary } from "@reposo/contract/revenue.ts";
import { countDevices } from "#features/devices/index.ts";
import { countOrders } from "#features/orders/index.ts";
import { currenciesOf } from "#features/outlets/index.ts";
import { incomeOf } from "#features/revenue/index.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";

export type Statistics = ReturnType<typeof createStatistics>;

/** The figures of the home page, over the caller's outlets, in the zone of the call or of the account. */
export function createStatistics({ database, clock }: { database: Database; clock: Clock }) {
  const zoneOf = (caller: ManagerCaller, offsetMinutes: number | null): string =>
    offsetMinutes === null ? caller.timeZone : offsetZone(offsetMinutes);

  async function income<P extends "today" | "yesterday" | "thisMonth" | "thisYear">(
    caller: ManagerCaller,
    offsetMinutes: number | null,
    now: Date,
    periods: readonly P[],
  ) {
    const zone = zoneOf(caller, offsetMinutes);
    const ranges = Object.fromEntries(
      periods.map((period) => [period, calendarRange(period, now, zone)]),
    ) as Record<P, { from: Date; to: Date }>;
    const currencies = await currenciesOf(database, caller.outletIds);
    return incomeOf(database, caller.outletIds, currencies, ranges);
  }

  async function overview(
    caller: ManagerCaller,
    offsetMinutes: number | null,
    now: Date,
  ): Promise<ReplyOf<typeof incomeOverview>> {
    const rows = await income(caller, offsetMinutes, now, ["today", "yesterday", "thisMonth", "thisYear"]);
    return {
      asOf: now.toISOString(),
      totals: rows.map(({ currency, periods }) => ({ currency, ...periods })),
    };
  }

  async function summary(
    caller: ManagerCaller,
    offsetMinutes: number | null,
    now: Date,
  ): Promise<ReplyOf<typeof otherSummary>> {
    const today = calendarRange("today", now, zoneOf(caller, offsetMinutes));
    const [orders, devices] = await Promise.all([
      countOrders(database, caller.outletIds, today),
      countDevices(database, caller.outletIds),
    ]);
    return { asOf: now.toISOString(), orders, outlets: caller.outletIds.length, devices };
  }

  return {
    async incomeToday(
      caller: ManagerCaller,
      offsetMinutes: number | null,
    ): Promise<ReplyOf<typeof incomeToday>> {
      const now = clock.now();
      const rows = await income(caller, offsetMinutes, now, ["today"]);
      return {
        asOf: now.toISOString(),
        totals: rows.map(({ currency, periods }) => ({ currency, ...periods.today })),
      };
    },
    incomeOverview: (caller: ManagerCaller, offsetMinutes: number | null) =>
      overview(caller, offsetMinutes, clock.now()),
    otherSummary: (caller: ManagerCaller, offsetMinutes: number | null) =>
      summary(caller, offsetMinutes, clock.now()),
    async appStatistics(
      caller: ManagerCaller,
      offsetMinutes: number | null,
    ): Promise<ReplyOf<typeof appStatistics>> {
      const now = clock.now();
      const [income, counts] = await Promise.all([
        overview(caller, offsetMinutes, now),
        summary(caller, offsetMinutes, now),
      ]);
      return { ...counts, ...income };
    },
  };
}
