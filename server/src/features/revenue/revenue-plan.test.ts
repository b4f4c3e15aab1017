import { calendarRange } from "@reposo/contract/calendar.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { planOf } from "#test/query-plan.ts";
import { sumPeriods } from "./revenue-store.ts";

const outlets = Array.from({ length: 12 }, (_, n) => `outlet-${n}`);
const now = new Date("2026-11-21T12:00:00Z");

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  // A year of days and the current month's quarter-hours, on five chairs an outlet.
  await sql`
    INSERT INTO revenue_rollup (outlet_id, grain, starts_at, device_id, currency, online_minor, cash_minor)
    SELECT o, g.grain, at, o || '-' || d, 'PHP', 100, 50
    FROM unnest(${outlets}::text[]) o, generate_series(1, 5) d,
      (VALUES ('day', '2025-11-01'::timestamptz, interval '1 day'), ('month', '2025-11-01', '1 month'),
        ('quarter', '2026-11-15', '15 minutes')) AS g (grain, first, step),
      generate_series(g.first, ${now}, g.step) at`.execute(test.owner);
  await sql`ANALYZE revenue_rollup`.execute(test.owner);
});
afterAll(() => test.close());

it("[HOME-1] reads no cell of another outlet, though the caller has most of them", async () => {
  const own = outlets.slice(0, 9);
  const ranges = {
    today: calendarRange("today", now, "Asia/Manila"),
    thisMonth: calendarRange("thisMonth", now, "Asia/Manila"),
    thisYear: calendarRange("thisYear", now, "Asia/Manila"),
  };
  const nodes = await planOf(test.database, (db) => sumPeriods(db, own, ranges));
  const scans = nodes.filter((node) => node["Relation Name"] === "revenue_rollup");
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) {
    expect(scan["Node Type"]).toMatch(/^Index/);
    expect(scan["Index Cond"]).toContain("outlet_id");
    expect(scan["Rows Removed by Filter"] ?? 0).toBe(0);
  }
});
