import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeOutlet } from "#test/app/network-factory.ts";
import { planOf } from "#test/database/query-plan.ts";
import { countMatching, countDevices, type DeviceFilter, selectDevices } from "./devices-store.ts";

let test: TestDatabase;
let own: string[];
beforeAll(async () => {
  test = await openTestDatabase({ poolSize: 1 });
  const outlets = await Promise.all(Array.from({ length: 100 }, () => makeOutlet(test.owner)));
  own = outlets.slice(0, 3);
  await sql`
    INSERT INTO device (device_id, outlet_id, installed_at, online)
    SELECT 'P' || lpad(n::text, 6, '0'), (${outlets}::text[])[1 + n % 100], now(), n % 7 <> 0
    FROM generate_series(1, 5000) n`.execute(test.owner);
  // Every chair has ten past orders, and every tenth chair has a live order.
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
      gear, minutes, amount_minor, currency, started_at, ends_at)
    SELECT new_order_id(at), d.device_id || '-' || n, at, d.device_id, d.outlet_id,
      'counter', 'cash', CASE WHEN n = 0 THEN 'running' ELSE 'completed' END, 1, 10, 100, 'PHP', now(), now()
    FROM device d, generate_series(0, 10) n, LATERAL (SELECT now() - n * interval '1 hour' AS at) AS ordered
    WHERE n > 0 OR right(d.device_id, 1) = '0'`.execute(test.owner);
  await sql`ANALYZE`.execute(test.owner);
});
afterAll(() => test.close());

const all: DeviceFilter = {
  outletIds: [],
  deviceId: null,
  keyword: null,
  online: null,
  inUse: null,
  abnormal: null,
};

describe("with 5,000 chairs and 55,000 orders, three outlets of 50 chairs each", () => {
  const reads: [string, (db: TestDatabase["database"], outletIds: string[]) => Promise<unknown>][] = [
    ["a page", (db, outletIds) => selectDevices(db, { ...all, outletIds }, null, 21)],
    ["a later page", (db, outletIds) => selectDevices(db, { ...all, outletIds }, "P002500", 21)],
    [
      "a page of chairs in use",
      (db, outletIds) => selectDevices(db, { ...all, outletIds, inUse: true }, null, 21),
    ],
    [
      "a page by keyword",
      (db, outletIds) => selectDevices(db, { ...all, outletIds, keyword: "P00" }, null, 21),
    ],
    [
      "a page of abnormal chairs",
      (db, outletIds) => selectDevices(db, { ...all, outletIds, abnormal: true }, null, 21),
    ],
    [
      "the total of abnormal chairs",
      (db, outletIds) => countMatching(db, { ...all, outletIds, abnormal: true }),
    ],
    ["the total", (db, outletIds) => countMatching(db, { ...all, outletIds, online: true })],
    ["the total in use", (db, outletIds) => countMatching(db, { ...all, outletIds, inUse: true })],
    ["the home page's counts", (db, outletIds) => countDevices(db, outletIds)],
  ];

  it.each(reads)(
    "[DEV-1] reads no chairs of other outlets and no past orders for %s",
    async (_what, select) => {
      const nodes = await planOf(test.database, (db) => select(db, own));
      // The table of open orders is not checked, because it is small and contains no past orders.
      const scans = nodes.filter(
        ({ "Relation Name": name }) => name === "device" || name?.startsWith("orders"),
      );
      expect(scans.map((node) => node["Node Type"])).not.toContain("Seq Scan");
      for (const scan of scans) {
        const touched = (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"];
        expect(touched).toBeLessThanOrEqual(500);
      }
    },
  );
});
