import { calendarRange } from "#platform/time/calendar.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Querier } from "#platform/postgres/database.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { planOf } from "#test/database/query-plan.ts";
import { type EntryListFilter, selectEntries, sumEntriesByPeriod } from "./ledger-entries-store.ts";
import { type EntryFilter, rollUpLedger } from "./revenue-store.ts";
import { countEntries, sumByDevice, sumByOutlet, sumByPeriod, sumByPoint } from "./rollup-sums-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const outlets = Array.from({ length: 60 }, (_, n) => `outlet-${n}`);
const now = new Date("2026-11-21T12:00:00Z");
const zone = "Asia/Manila";
const thisYear = calendarRange("thisYear", now, zone);
const quarterMs = 900_000;

// The timeouts are long, because machines that run tests are busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  // Four chairs per outlet. Each chair has an entry every 40 hours for thirteen months; a tenth of the entries is online.
  await transact(test.owner, async (uow) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(uow);
    await sql`
      INSERT INTO ledger_entry
        (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id, occurred_at)
      SELECT gen_random_uuid(), o, o || '-' || d, CASE WHEN n % 10 = 0 THEN 'online' ELSE 'cash' END, 'PHP', 100, 'coin',
        o || ' ' || d || ' ' || n, ${now}::timestamptz - n * interval '40 hours' - d * interval '17 minutes'
      FROM unnest(${outlets}::text[]) o, generate_series(1, 4) d, generate_series(1, 237) n
      ORDER BY n DESC`.execute(uow);
    await rollUpLedger(uow);
  });
  await sql`VACUUM ANALYZE`.execute(test.owner);
});
afterAll(() => test.close());

const own = outlets.slice(10, 13);
const of = (filter: Partial<EntryFilter>): EntryListFilter => ({
  outletIds: own,
  range: thisYear,
  deviceId: null,
  channel: null,
  currency: null,
  monthClosesAfterDays: 3,
  ...filter,
});
const hourMs = 4 * quarterMs;
const hours = Array.from({ length: 24 }, (_, n) => ({
  from: new Date(thisYear.from.getTime() + n * hourMs),
  to: new Date(thisYear.from.getTime() + (n + 1) * hourMs),
}));

describe("with 57,000 entries of 60 outlets, three of them the caller's", () => {
  // Each query with the maximum number of rows that it may read: the caller's cells or one page, never a whole table.
  const reads: [string, number, (db: Querier) => Promise<unknown>][] = [
    [
      "home's periods",
      120,
      (db) => sumByPeriod(db, own, { thisYear, today: calendarRange("today", now, zone) }),
    ],
    ["the outlets' sums", 100, (db) => sumByOutlet(db, own, thisYear)],
    ["the chairs' sums", 300, (db) => sumByDevice(db, own, thisYear)],
    ["the points of a chart", 100, (db) => sumByPoint(db, own, hours)],
    ["the number of entries", 100, (db) => countEntries(db, of({}))],
    ["the number of a chair's entries", 300, (db) => countEntries(db, of({ deviceId: `${own[1]}-2` }))],
    ["a page of entries", 500, (db) => selectEntries(db, of({}), null, 21)],
    [
      "a page of a chair's entries",
      200,
      (db) => selectEntries(db, of({ deviceId: `${own[1]}-2` }), null, 21),
    ],
    ["a page of the rarer channel", 300, (db) => selectEntries(db, of({ channel: "online" }), null, 21)],
    [
      "a later page",
      500,
      (db) =>
        selectEntries(db, of({}), { position: "2026-03-01T00:00:00.000000Z", entryId: 2_000_000_000 }, 21),
    ],
    [
      "the last quarter-hour of a comparison",
      50,
      (db) => sumEntriesByPeriod(db, own, { today: { from: new Date(now.getTime() - quarterMs), to: now } }),
    ],
  ];

  it.each(reads)(
    "[HOME-1] [DET-1] reads %s through an index, and only a limited number of rows",
    async (_what, maxTouched, read) => {
      const nodes = await planOf(test.database, read);
      const tables = ["revenue_rollup", "outlet_rollup", "ledger_entry"];
      const scans = nodes.filter((node) => tables.includes(node["Relation Name"] ?? ""));
      expect(scans.length).toBeGreaterThan(0);
      let touched = 0;
      for (const scan of scans) {
        expect(scan["Node Type"]).toMatch(/^Index/);
        touched += (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"];
      }
      expect(touched).toBeLessThanOrEqual(maxTouched);
    },
  );

  it("[HOME-1] reads no cell of another outlet, even if the caller has most of the outlets", async () => {
    const managedOutlets = outlets.slice(0, 45);
    const nodes = await planOf(test.database, (db) => sumByPeriod(db, managedOutlets, { thisYear }));
    const scans = nodes.filter((node) => node["Relation Name"] === "outlet_rollup");
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans) {
      expect(scan["Node Type"]).toMatch(/^Index/);
      expect(scan["Index Cond"]).toContain("outlet_id");
      expect(scan["Rows Removed by Filter"] ?? 0).toBe(0);
    }
  });

  it("detects a query that reads the whole table", async () => {
    const nodes = await planOf(test.database, (db) =>
      sql`SELECT sum(amount_minor) FROM ledger_entry WHERE lower(outlet_id) = 'outlet-1'`.execute(db),
    );
    expect(nodes.map((node) => node["Node Type"])).toContain("Seq Scan");
  });
});
