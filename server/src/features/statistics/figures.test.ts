import type { Currency } from "@reposo/contract/money/currencies.ts";
import { reportRanges } from "@reposo/contract/revenue/report-values.ts";
import { offsetZone } from "#platform/time/calendar.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { addLedgerEntry, type LedgerEntry } from "#features/revenue/index.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import { createStatistics, type IncomeEntryRow, type ReportRange } from "./index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

// Testing two hundred ledgers takes seconds, or minutes on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());

const dayMs = 86_400_000;
const newest = Date.UTC(2026, 10, 21, 12, 34, 56, 789);
const zones = [
  "Asia/Manila",
  "Asia/Kathmandu",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Africa/Cairo",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
];

interface Chair {
  readonly outletId: string;
  readonly deviceId: string;
  readonly currency: Currency;
}
interface Placed {
  readonly chair: Chair;
  readonly at: Date;
  readonly isNormal: boolean;
}

/** Creates three outlets with two currencies. The last chair of the first outlet was moved to the second outlet. */
async function makeNetwork(): Promise<Chair[]> {
  const chairs: Chair[] = [];
  for (const currency of ["PHP", "PHP", "MYR"] as const) {
    const outletId = await makeOutlet(test.owner, { currency });
    for (let n = 0; n < 3; n += 1)
      chairs.push({
        outletId,
        currency,
        deviceId: await makeDevice(test.owner, { outletId, disabled: n === 1 }),
      });
  }
  await sql`
    UPDATE device
    SET outlet_id = ${chairs[3]?.outletId}
    WHERE device_id = ${chairs[2]?.deviceId}`.execute(test.owner);
  return chairs;
}

const moment = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 9 * dayMs }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 420 * dayMs }) },
  // Instants at the boundaries of roll-up cells, and one millisecond before and after.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 9 * 96 }), fc.constantFrom(-1, 0, 1))
      .map(([quarters, ms]) => quarters * 900_000 + ms + (newest % 900_000)),
  },
);
const movement = fc.record({
  chair: fc.nat(8),
  agoMs: moment,
  amount: fc.integer({ min: -500_000, max: 5_000_000 }).filter((amount) => amount !== 0),
  channel: fc.constantFrom("online" as const, "cash" as const, "dispute" as const),
  status: fc.constantFrom("completed" as const, "unpaid" as const),
});
const question = fc.record({
  offset: fc.option(fc.integer({ min: -48, max: 56 }), { freq: 4 }),
  zone: fc.constantFrom(...zones),
  // Includes days when clocks change, and the days before and after them.
  queriedAgoMs: fc.oneof(
    fc.integer({ min: 0, max: 9 * dayMs }),
    fc.integer({ min: 18 * dayMs, max: 36 * dayMs }),
  ),
  outlets: fc.subarray([0, 1, 2], { minLength: 1 }),
  range: fc.constantFrom(...reportRanges),
  days: fc.tuple(fc.nat(40), fc.nat(40)),
  limit: fc.integer({ min: 3, max: 100 }),
});

type Money = Pick<
  LedgerEntry,
  "channel" | "currency" | "amountMinor" | "outletId" | "deviceId" | "occurredAt"
>;

function plainSums(entries: readonly Money[]) {
  const of = (channel: string) =>
    entries.filter((one) => one.channel === channel).reduce((sum, one) => sum + one.amountMinor, 0);
  const [online, cash, disputes] = [of("online"), of("cash"), of("dispute")];
  return { online, cash, total: online + cash, ...(disputes !== 0 && { disputes }) };
}
const within = (range: { from: string; to: string }) => (one: { occurredAt: Date }) =>
  one.occurredAt.toISOString() >= range.from && one.occurredAt.toISOString() < range.to;
const added = (rows: readonly { online: number; cash: number; total: number; disputes?: number }[]) => ({
  online: rows.reduce((sum, row) => sum + row.online, 0),
  cash: rows.reduce((sum, row) => sum + row.cash, 0),
  total: rows.reduce((sum, row) => sum + row.total, 0),
  disputes: rows.reduce((sum, row) => sum + (row.disputes ?? 0), 0),
});

/** Returns the day of an instant by the runtime's own calendar, as an independent check. */
function dayOf(at: number, zone: string): string {
  if (!zone.includes("/")) {
    const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) as unknown as [
      string,
      string,
      string,
      string,
    ];
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
    return new Date(at + offset * 60_000).toISOString().slice(0, 10);
  }
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(at);
}

describe("figures of random ledgers", () => {
  it("[HOME-1] [CHART-1] [DET-1] [DAY-1] [G-1] [DISP-1] equal plain sums of the entries, and rows add up to totals, for any time zone, range, and outlets", async () => {
    const chairs = await makeNetwork();
    const areaIds = [chairs[0], chairs[3], chairs[6]].map((chair) => (chair as Chair).outletId);
    const ledger: LedgerEntry[] = [];
    const placed: Placed[] = [];
    let now = new Date(newest);
    const statistics = createStatistics({
      database: test.database,
      clock: { now: () => now },
      monthClosesAfterDays: 3,
    });

    const move = async (one: Parameters<Parameters<typeof movement.map>[0]>[0]) => {
      const chair = chairs[one.chair] as Chair;
      const occurredAt = new Date(newest - one.agoMs);
      const orderId = await makeOrder(test.owner, { ...chair, status: one.status, orderedAt: occurredAt });
      placed.push({ chair, at: occurredAt, isNormal: one.status === "completed" });
      const { status: _, agoMs: __, amount, channel } = one;
      const made: LedgerEntry = {
        ...chair,
        orderId,
        channel,
        amountMinor: amount,
        source: channel === "dispute" ? "dispute" : amount < 0 ? "refund" : "coin",
        sourceId: orderId,
        occurredAt,
      };
      ledger.push(made);
      await transact(test.database, (uow) => addLedgerEntry(uow, made, occurredAt));
    };

    await fc.assert(
      fc.asyncProperty(
        fc.array(movement, { minLength: 1, maxLength: 6 }),
        question,
        async (moved, sample) => {
          for (const one of moved) await move(one);
          now = new Date(newest - sample.queriedAgoMs);
          const requestedZone = sample.offset === null ? null : offsetZone(sample.offset * 15);
          const zone = requestedZone ?? sample.zone;
          const areaId = sample.outlets.map((index) => areaIds[index] as string);
          const caller = { outletIds: areaId, timeZone: sample.zone };
          const today = Temporal.PlainDate.from(dayOf(now.getTime(), zone));
          const startDate = today.subtract({ days: sample.days[0] + sample.days[1] }).toString();
          const endDate = today.subtract({ days: sample.days[1] }).toString();
          const range: ReportRange = { range: sample.range, startDate, endDate };
          const ownEntries = ledger.filter((one) => areaId.includes(one.outletId));

          const report = await statistics.incomeDetailByArea(caller, requestedZone, range);
          if (sample.range === "custom") {
            expect(dayOf(Date.parse(report.from), zone)).toBe(startDate);
            expect(dayOf(Date.parse(report.from) - 1, zone) < startDate).toBe(true);
            expect(dayOf(Date.parse(report.to) - 1, zone)).toBe(endDate);
            expect(dayOf(Date.parse(report.to), zone) > endDate).toBe(true);
          }
          const counted = ownEntries.filter(within(report));
          // The caller has all outlets, and the request selects the same outlets by excluding the others.
          const exceptAreaId = areaIds.filter((one) => !areaId.includes(one));
          const wide = { ...caller, outletIds: areaIds };
          expect(
            await statistics.incomeDetailByArea(wide, requestedZone, { ...range, exceptAreaId }),
          ).toEqual(report);
          const { nextCursor: _, ...movements } = await statistics.incomeEntries(
            caller,
            requestedZone,
            range,
          );
          expect(
            await statistics.incomeEntries(wide, requestedZone, { ...range, exceptAreaId }),
          ).toMatchObject(movements);
          expect(report.areas.map((row) => row.areaId).sort()).toEqual([...areaId].sort());
          for (const row of report.areas) {
            expect(row).toMatchObject(plainSums(counted.filter((one) => one.outletId === row.areaId)));
            const orders = placed.filter(
              (one) =>
                one.chair.outletId === row.areaId && one.isNormal && within(report)({ occurredAt: one.at }),
            );
            expect(row.orders).toBe(orders.length);

            const single = await statistics.areaReport(caller, requestedZone, {
              ...range,
              areaId: row.areaId,
            });
            expect(single.area).toEqual(row);
            expect(added(single.devices)).toEqual(added([row]));
            expect(single.devices.reduce((sum, device) => sum + device.orders, 0)).toBe(row.orders);
            for (const device of single.devices)
              expect(device).toMatchObject(
                plainSums(
                  counted.filter((one) => one.outletId === row.areaId && one.deviceId === device.deviceId),
                ),
              );
            expect(single.devices.length).toBeGreaterThanOrEqual(row.devices);
          }
          for (const total of report.totals) {
            expect(added(report.areas.filter((row) => row.currency === total.currency))).toEqual(
              added([total]),
            );
            // Reads the entries behind the figure page by page.
            const filter = { ...range, currency: total.currency, limit: sample.limit };
            const entries: IncomeEntryRow[] = [];
            for (let cursor: string | null | undefined; cursor !== null; ) {
              const page = await statistics.incomeEntries(caller, requestedZone, {
                ...filter,
                ...(cursor && { cursor }),
              });
              entries.push(...page.items);
              const listed = counted.filter(
                (one) => one.currency === total.currency && one.channel !== "dispute",
              );
              expect(page.total).toBe(listed.length);
              if (page.nextCursor === null) expect(entries).toHaveLength(page.total);
              cursor = page.nextCursor;
            }
            expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(total.total);
            expect(new Set(entries.map((entry) => entry.entryId)).size).toBe(entries.length);
            const disputes = await statistics.incomeEntries(caller, requestedZone, {
              ...filter,
              channel: "dispute",
              limit: 100,
            });
            const disputed = disputes.items.reduce((sum, entry) => sum + entry.amount, 0);
            if (disputes.nextCursor === null) expect(disputed).toBe(total.disputes ?? 0);
            const times = entries.map((entry) => entry.at);
            expect(times).toEqual(times.toSorted().reverse());
          }

          const [byHour, byDay, realTime, home, { comparison: compared }] = await Promise.all([
            statistics.incomeLineChartSevenDays(caller, requestedZone, "hour"),
            statistics.incomeLineChartSevenDays(caller, requestedZone, "day"),
            statistics.incomeLineChartRealTime(caller, requestedZone),
            statistics.incomeOverview(caller, requestedZone),
            statistics.homeFigures(caller, requestedZone),
          ]);
          for (const { currency, points } of byDay.series) {
            const hours = byHour.series.find((one) => one.currency === currency)?.points ?? [];
            const own = ownEntries.filter((one) => one.currency === currency);
            for (const [index, day] of points.entries()) {
              const to = points[index + 1]?.at ?? byDay.to;
              const { online, cash } = plainSums(own.filter(within({ from: day.at, to })));
              expect({ online: day.online, cash: day.cash }).toEqual({ online, cash });
              const inside = hours.filter((hour) => hour.at >= day.at && hour.at < to);
              expect(inside[0]?.at).toBe(day.at);
              expect(inside.reduce((sum, hour) => sum + hour.online, 0)).toBe(online);
              expect(inside.reduce((sum, hour) => sum + hour.cash, 0)).toBe(cash);
            }
            expect(realTime.series.find((one) => one.currency === currency)?.points).toEqual(
              hours.filter((hour) => hour.at >= realTime.from),
            );
            const overview = home.totals.find((one) => one.currency === currency);
            expect(overview?.today).toEqual(plainSums(own.filter(within(realTime))));
            const comparison = compared.totals.find((one) => one.currency === currency);
            for (const part of [comparison?.today, comparison?.yesterday, comparison?.lastWeek]) {
              if (part === undefined) throw new Error("no comparison");
              expect(part).toMatchObject(plainSums(own.filter(within(part))));
            }
          }
          const orders = await statistics.ordersBarChartSevenDays(caller, requestedZone, "hour");
          const chart = orders.points.reduce((sum, point) => sum + point.online + point.cash + point.free, 0);
          expect(chart).toBe(
            placed.filter(
              (one) =>
                one.isNormal && areaId.includes(one.chair.outletId) && within(orders)({ occurredAt: one.at }),
            ).length,
          );
        },
      ),
      { seed: printedSeed("figures of random ledgers"), numRuns: sampleOf(200) },
    );
    const findings = await runAudit(test.database);
    expect(findings.filter(({ audit }) => audit.startsWith("rollups"))).toEqual([]);
  });
});
