import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { planOf, rowsRead } from "#test/database/query-plan.ts";
import { claimJobs } from "./outbox-store.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
});
afterAll(() => test.close());

it("claims the oldest due jobs of some kinds without reading the due jobs of other kinds", async () => {
  const now = new Date("2026-11-21T08:00:00Z");
  // The older jobs of the slow kind precede all others in the order of their times.
  await sql`
    INSERT INTO outbox (kind, subject, payload, created_at, due_at)
    SELECT CASE WHEN n <= 20000 THEN 'slow' WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END, n::text, '{}',
      ${now}::timestamptz, ${now}::timestamptz - (30000 - n) * interval '1 second'
    FROM generate_series(1, 21000) n`.execute(test.owner);
  await sql`ANALYZE outbox`.execute(test.owner);
  const claim = { kinds: ["even", "odd"], now, leaseMs: 30_000, limit: 10 };
  const plan = await planOf(test.database, async (database) => {
    const jobs = await claimJobs(database, claim);
    const claimed = jobs.map(({ subject }) => Number(subject)).toSorted((a, b) => a - b);
    expect(claimed).toEqual(Array.from({ length: 10 }, (_, index) => 20_001 + index));
  });
  // Two kinds with ten candidates each, of which ten are updated.
  expect(rowsRead(plan, (relation) => relation === "outbox")).toBeLessThan(60);
});
