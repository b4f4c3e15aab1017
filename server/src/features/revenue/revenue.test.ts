import { currencies } from "@reposo/contract/money/currencies.ts";
import { calendarPeriods, calendarRange, offsetZone } from "#platform/time/calendar.ts";
import fc from "fast-check";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { printedSeed } from "#test/random-seed.ts";
import {
  addLedgerEntry,
  allEntries,
  countEntries,
  income,
  type LedgerEntry,
  selectEntries,
} from "./index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

// The timeouts are long, because machines that run tests are busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const book = (entry: LedgerEntry) =>
  transact(test.database, (uow) => addLedgerEntry(uow, entry, entry.occurredAt));

async function makeChair() {
  const outletId = await makeOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, { outletId });
  const orderId = await makeOrder(test.owner, { deviceId, outletId, status: "completed" });
  return { outletId, deviceId, orderId };
}

const newest = new Date("2026-11-21T12:34:56.789Z").getTime();
const entry = fc.record({
  chair: fc.nat(3),
  agoMs: fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * 86_400_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 800 * 86_400_000 }) },
    // Instants at the boundaries of roll-up cells, and one millisecond before and after.
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(-1, 0, 1))
        .map(([days, ms]) => newest - Date.UTC(2026, 10, 21) + days * 86_400_000 + ms),
    },
  ),
  amount: fc.integer({ min: -5_000_000, max: 5_000_000 }).filter((amount) => amount !== 0),
  channel: fc.constantFrom("online" as const, "cash" as const, "dispute" as const),
  currency: fc.constantFrom(...currencies),
});

describe("revenue", () => {
  it("[DAY-1] [G-1] [HOME-1] [DISP-1] sums of roll-ups equal sums of the ledger, for any entries, time zone, period, and outlets", async () => {
    const chairs = await Promise.all([0, 1, 2, 3].map(makeChair));
    let booked = 0;
    const ledger: LedgerEntry[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: -48, max: 56 }),
        fc.integer({ min: 0, max: 40 * 86_400_000 }),
        fc.subarray([0, 1, 2, 3]),
        async (entries, zoneQuarters, nowAgoMs, seen) => {
          for (const { chair, agoMs, amount, channel, currency } of entries) {
            booked += 1;
            const made: LedgerEntry = {
              ...(chairs[chair] as (typeof chairs)[0]),
              channel,
              currency,
              amountMinor: amount,
              source: channel === "dispute" ? "dispute" : "coin",
              sourceId: String(booked),
              occurredAt: new Date(newest - agoMs),
            };
            ledger.push(made);
            await book(made);
          }
          const zone = offsetZone(zoneQuarters * 15);
          const now = new Date(newest - nowAgoMs);
          const ranges = Object.fromEntries(
            calendarPeriods.map((period) => [period, calendarRange(period, now, zone)]),
          );
          const outletIds = seen.map((index) => (chairs[index] as (typeof chairs)[0]).outletId);
          for (const row of await income(test.database, outletIds, currencies, ranges))
            for (const [period, { from, to }] of Object.entries(ranges)) {
              const plain = (channel: string) =>
                ledger
                  .filter(
                    (one) =>
                      one.channel === channel &&
                      one.currency === row.currency &&
                      outletIds.includes(one.outletId) &&
                      one.occurredAt >= from &&
                      one.occurredAt < to,
                  )
                  .reduce((sum, one) => sum + one.amountMinor, 0);
              const [online, cash, disputes] = [plain("online"), plain("cash"), plain("dispute")];
              expect({ period, ...row.periods[period] }).toEqual({
                period,
                online,
                cash,
                total: online + cash,
                ...(disputes !== 0 && { disputes }),
              });
            }
        },
      ),
      { seed: printedSeed("roll-ups against the ledger"), numRuns: 60 },
    );
    const findings = await runAudit(test.database);
    expect(findings.filter(({ audit }) => audit.startsWith("rollups"))).toEqual([]);
  });

  it("[G-1] [G-4] books an event once, even if it is booked concurrently", async () => {
    const chair = await makeChair();
    const one: LedgerEntry = {
      ...chair,
      channel: "cash",
      currency: "PHP",
      amountMinor: 4_900,
      source: "counter",
      sourceId: chair.orderId,
      occurredAt: new Date(newest),
    };
    await Promise.all(Array.from({ length: 12 }, () => book(one)));
    for (const table of ["revenue_rollup", "outlet_rollup"]) {
      const cells = await sql<{ grain: string; cash: number; entries: number }>`
        SELECT grain, cash_minor AS cash, cash_entries AS entries FROM ${sql.identifier(table)}
        WHERE outlet_id = ${chair.outletId} ORDER BY grain`.execute(test.database);
      expect(cells.rows).toEqual(
        ["day", "month", "quarter"].map((grain) => ({ grain, cash: 4_900, entries: 1 })),
      );
    }
  });

  it("[G-1] books concurrent entries of an outlet in any order without deadlocks", async () => {
    const seed = printedSeed("concurrent bookings");
    const chair = await makeChair();
    const { outletId } = chair;
    const deviceIds = [
      chair.deviceId,
      await makeDevice(test.owner, { outletId }),
      await makeDevice(test.owner, { outletId }),
    ];
    const bookings = fc.sample(fc.array(fc.tuple(fc.nat(2), fc.nat(40)), { minLength: 1, maxLength: 4 }), {
      seed,
      numRuns: 80,
    });
    const begun = new Set<number>();
    await Promise.all(
      bookings.map((entries, transaction) =>
        transact(test.database, async (uow) => {
          if (begun.has(transaction)) throw new Error("retried, so there was a deadlock");
          begun.add(transaction);
          for (const [index, [device, quartersAgo]] of entries.entries())
            addLedgerEntry(
              uow,
              {
                ...chair,
                deviceId: deviceIds[device] as string,
                channel: index % 2 === 0 ? "online" : "cash",
                currency: "PHP",
                amountMinor: 100,
                source: "coin",
                sourceId: `concurrent ${transaction} ${index}`,
                occurredAt: new Date(newest - quartersAgo * 900_000),
              },
              new Date(newest),
            );
        }),
      ),
    );
    const booked = await sql<{ entries: number }>`
      SELECT sum(online_entries + cash_entries)::bigint AS entries FROM outlet_rollup
      WHERE outlet_id = ${chair.outletId} AND grain = 'month'`.execute(test.database);
    expect(booked.rows[0]?.entries).toBe(bookings.flat().length);
  });

  it("[G-1] rolls an entry back with the transaction that booked it", async () => {
    const chair = await makeChair();
    const failed = transact(test.database, async (uow) => {
      addLedgerEntry(
        uow,
        {
          ...chair,
          channel: "online",
          currency: "PHP",
          amountMinor: 100,
          source: "payment",
          sourceId: chair.orderId,
          occurredAt: new Date(newest),
        },
        new Date(newest),
      );
      throw new Error("on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    const left = await sql<{ rows: number }>`
      SELECT (SELECT count(*) FROM ledger_entry WHERE outlet_id = ${chair.outletId})
        + (SELECT count(*) FROM revenue_rollup WHERE outlet_id = ${chair.outletId})
        + (SELECT count(*) FROM live_event WHERE outlet_id = ${chair.outletId}) AS rows`.execute(
      test.database,
    );
    expect(left.rows[0]?.rows).toBe(0);
  });

  it("[G-1] does not let the application's role change or delete entries", async () => {
    await expect(sql`UPDATE ledger_entry SET amount_minor = 1`.execute(test.database)).rejects.toThrow(
      "permission denied",
    );
    await expect(sql`DELETE FROM ledger_entry`.execute(test.database)).rejects.toThrow("permission denied");
  });

  it("[I18N-2] [DET-1] counts only the entries of the selected currency, of an outlet and of a chair", async () => {
    const chair = await makeChair();
    const occurredAt = new Date(newest);
    const received = ["PHP", "MYR", "PHP"] as const;
    for (const [index, currency] of received.entries())
      await book({
        ...chair,
        channel: "cash",
        currency,
        amountMinor: 100,
        source: "coin",
        sourceId: `${chair.deviceId}:${index}`,
        occurredAt,
      });
    const filter = {
      outletIds: [chair.outletId],
      range: calendarRange("today", occurredAt, "Asia/Manila"),
      channel: null,
    };
    for (const deviceId of [null, chair.deviceId]) {
      const count = (currency: "PHP" | "MYR" | null) =>
        countEntries(test.database, { ...filter, deviceId, currency });
      expect([await count("PHP"), await count("MYR"), await count(null)]).toEqual([2, 1, 3]);
    }
  });

  it("[DAY-1] lists an entry at the start of a range, and none at its end", async () => {
    const chair = await makeChair();
    const range = calendarRange("today", new Date(newest), "Asia/Manila");
    for (const occurredAt of [range.from, range.to])
      await book({
        ...chair,
        channel: "cash",
        currency: "PHP",
        amountMinor: 100,
        source: "coin",
        sourceId: `${chair.deviceId}:${occurredAt.getTime()}`,
        occurredAt,
      });
    const filter = { outletIds: [chair.outletId], range, deviceId: null, channel: null, currency: null };
    const listed = { ...filter, monthClosesAfterDays: 3 };
    const { rows } = await allEntries(listed).execute(test.database);
    expect(rows.map(({ occurredAt }) => occurredAt)).toEqual([range.from]);
    expect(await selectEntries(test.database, listed, null, 10)).toMatchObject(rows);
    expect(await countEntries(test.database, filter)).toBe(1);
  });

  it("[I18N-2] never adds amounts of different currencies, and returns a row per currency even if its sums are zero", async () => {
    const outletId = await makeOutlet(test.owner);
    const today = { today: calendarRange("today", new Date(newest), "Asia/Manila") };
    expect(await income(test.database, [outletId], ["PHP", "MYR"], today)).toEqual(
      (["PHP", "MYR"] as const).map((currency) => ({
        currency,
        periods: { today: { online: 0, cash: 0, total: 0 } },
      })),
    );
  });
});
