import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#platform/postgres/database.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { type EarlierDatabase, openEarlierDatabase } from "#test/database/earlier-database.ts";

let earlier: EarlierDatabase;
let owner: Database;
beforeAll(async () => {
  earlier = await openEarlierDatabase("0097");
  ({ owner } = earlier);
});
afterAll(async () => {
  await earlier.close();
});

it("[CHAIR-1] [CASH-2] [G-9] dates earlier moves of chairs to the day after their last orders at the previous outlet", async () => {
  await sql`
    INSERT INTO outlet (outlet_id, name, time_zone, currency, created_at)
    SELECT id, id, 'Asia/Manila', 'PHP', now() FROM unnest(ARRAY['o1', 'o2', 'o3']) AS id`.execute(owner);
  await sql`INSERT INTO device (device_id, outlet_id, installed_at)
    VALUES ('MOVED1', 'o2', now()), ('MOVED2', 'o3', now()), ('STAYED1', 'o1', now())`.execute(owner);
  await sql`
    INSERT INTO order_rollup (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
    SELECT outlet_id, grain, date_trunc(grain, at::timestamptz, 'UTC'), device_id, 'cash', 'completed', 1
    FROM (VALUES ('o1', 'MOVED1', '2026-08-01'), ('o1', 'MOVED1', '2026-08-05'), ('o2', 'MOVED1', '2026-08-20'),
      ('o1', 'MOVED2', '2026-08-05'), ('o2', 'MOVED2', '2026-08-09'), ('o1', 'STAYED1', '2026-08-09')) AS placed (outlet_id, device_id, at), (VALUES ('day'), ('month')) AS grains (grain)
    ON CONFLICT DO NOTHING`.execute(owner);
  await migrate(earlier.connection);
  expect(
    await sql`SELECT device_id AS "deviceId", moved_at AS "movedAt" FROM device ORDER BY 1`.rows(owner),
  ).toEqual([
    { deviceId: "MOVED1", movedAt: new Date("2026-08-06T00:00:00Z") },
    { deviceId: "MOVED2", movedAt: new Date("2026-08-10T00:00:00Z") },
    { deviceId: "STAYED1", movedAt: null },
  ]);
  expect(
    await sql`
      SELECT device_id AS "deviceId", from_outlet_id AS "outletId", moved_at AS "movedAt"
      FROM device_move ORDER BY device_id, moved_at`.rows(owner),
  ).toEqual([
    { deviceId: "MOVED1", outletId: "o1", movedAt: new Date("2026-08-06T00:00:00Z") },
    { deviceId: "MOVED2", outletId: "o1", movedAt: new Date("2026-08-06T00:00:00Z") },
    { deviceId: "MOVED2", outletId: "o2", movedAt: new Date("2026-08-10T00:00:00Z") },
  ]);
});
