import { coinsTotal } from "#features/cash-boxes/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { findAccount } from "#features/login/index.ts";
import { verifyPassword } from "#features/login/passwords/password-hash.ts";
import { priceListOf } from "#features/prices/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  airport,
  demoAccounts,
  demoOutlets,
  offlineChair,
  reconnectedChair,
  servicedChair,
  unpricedChair,
} from "./demo-network.ts";
import { demoPriceGroup } from "./demo-offers.ts";
import { sumLateEntries } from "#features/revenue/index.ts";
import { outageBefore, pastOrdersOf } from "./history/past-orders.ts";
import { loadDemo } from "./prepare-database.ts";

let test: TestDatabase;
let firstOutcome: string;
const prepare = () =>
  loadDemo(test.owner, { config: readConfig({}), clock: systemClock, progress: () => {} });
beforeAll(async () => {
  test = await openTestDatabase();
  firstOutcome = await prepare();
}, 180_000);
afterAll(() => test.close());

/** Returns columns as one array, since unnamed columns would all have the same name. */
const numbers = async (columns: string, from: string): Promise<number[]> =>
  (
    await sql
      .raw<{ n: number[] }>(`SELECT ARRAY[${columns}]::float8[] AS n FROM ${from}`)
      .execute(test.database)
  ).rows[0]?.n ?? [];

describe("the demo network", () => {
  it("has chairs MC100001 to MC100060, in nine outlets of one manager and three of another", async () => {
    const devices = demoOutlets.flatMap((outlet) => outlet.deviceIds).sort();
    expect(devices).toEqual(Array.from({ length: 60 }, (_, i) => `MC${100001 + i}`));
    const of = (manager: string) => demoOutlets.filter((outlet) => outlet.manager === manager);
    expect(of("demo.manager")).toHaveLength(9);
    expect(of("demo.manager2")).toHaveLength(3);
    const malaysian = demoOutlets.find((outlet) => outlet.currency === "MYR")?.deviceIds;
    expect(malaysian).toEqual([...Array.from({ length: 6 }, (_, i) => `MC${100041 + i}`), "MC100050"]);
    expect(await numbers("count(*), count(price_group_id)", "device")).toEqual([60, 59]);
    expect(
      await numbers("count(*)", `device WHERE device_id = '${unpricedChair}' AND price_group_id IS NULL`),
    ).toEqual([1]);
  });

  it("[STATE-1] has a chair that is out of service for a stated reason, beside free chairs and with a contact", async () => {
    const outlet = demoOutlets.find(({ deviceIds }) => deviceIds.includes(servicedChair));
    expect(outlet?.contactPhone).toBeDefined();
    const { reason } = await sql<{ reason: string }>`
      SELECT out_of_service_reason AS reason FROM device WHERE device_id = ${servicedChair}`.firstRow(
      test.database,
    );
    expect(reason).toMatch(/^The leather cover is being replaced until [A-Z][a-z]{2} \d{1,2}$/);
  });

  it("has accounts with the documented outlets and permissions", async () => {
    for (const { loginName, password, permissions } of demoAccounts) {
      const account = await findAccount(test.database, loginName);
      expect(account?.permissions).toEqual(permissions);
      expect(account && (await verifyPassword(password, account.passwordHash))).toBe(true);
    }
    const outlets = await sql<{ login_name: string; outlets: number }>`
      SELECT login_name, count(*) AS outlets FROM outlet_manager JOIN account USING (account_id)
      GROUP BY login_name ORDER BY login_name`.execute(test.database);
    expect(outlets.rows.map((row) => [row.login_name, row.outlets])).toEqual([
      ["demo.manager", 9],
      ["demo.manager2", 3],
      ["demo.viewer", 9],
    ]);
  });

  it("has at least three gears per currency, a one-minute trial as the cheapest price, and forty coupons of each kind", async () => {
    for (const currency of ["PHP", "MYR", "CNY", "IDR"] as const) {
      const prices = await priceListOf(test.database, demoPriceGroup(currency));
      expect(new Set(prices.map((price) => price.gear)).size).toBeGreaterThanOrEqual(3);
      expect(prices[0]?.minutes).toBe(1);
    }
    const [trial] = await priceListOf(test.database, demoPriceGroup("PHP"));
    const coupons = await sql`
      SELECT property, count(*) AS coupons, min(max_uses) AS uses, sum(uses_taken) AS taken, min(value_minor) AS worth
      FROM coupon WHERE code LIKE 'DEMO-%' GROUP BY property ORDER BY property`.execute(test.database);
    expect(coupons.rows).toEqual([
      { property: "cash", coupons: 40, uses: 1, taken: 0, worth: trial?.amountMinor },
      { property: "free", coupons: 40, uses: 1, taken: 0, worth: null },
    ]);
  });

  it("[G-1] [G-3] [G-5] [G-8] has thirteen months of orders that pass every audit", async () => {
    expect(firstOutcome).toBe("loaded");
    expect(await runAudit(test.database)).toEqual([]);
    const [orders, days, live] = await numbers(
      `count(*), count(DISTINCT ordered_at::date),
        count(*) FILTER (WHERE status IN ('unpaid', 'paid', 'starting', 'running'))`,
      "orders",
    );
    expect(orders).toBeGreaterThan(40_000);
    expect(days).toBeGreaterThan(390);
    expect(live).toBe(0);
  });

  it("has no order of the offline chair that ended after the chair was last seen", async () => {
    const { rows } = await sql<{ later: number; before: number }>`
      SELECT count(*) FILTER (WHERE o.ended_at > d.last_seen_at) AS later, count(*) AS before
      FROM orders o JOIN device d USING (device_id) WHERE d.device_id = ${offlineChair}`.execute(
      test.database,
    );
    expect(rows[0]?.later).toBe(0);
    expect(rows[0]?.before).toBeGreaterThan(0);
  });

  it("has realistic orders: weekends, failures, refunds, and unpaid ones", async () => {
    const [weekend, weekday, completed, refunded, cancelled, failed] = await numbers(
      `count(*) FILTER (WHERE extract(isodow FROM ordered_at AT TIME ZONE 'Asia/Manila') > 5) / 2.0,
        count(*) FILTER (WHERE extract(isodow FROM ordered_at AT TIME ZONE 'Asia/Manila') < 6) / 5.0,
        count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'refunded'),
        count(*) FILTER (WHERE status = 'cancelled'), count(*) FILTER (WHERE status = 'failed')`,
      "orders",
    );
    expect(weekend).toBeGreaterThan((weekday ?? 0) * 1.3);
    expect(completed).toBeGreaterThan(((refunded ?? 0) + (cancelled ?? 0) + (failed ?? 0)) * 5);
    for (const number of [refunded, cancelled, failed]) expect(number).toBeGreaterThan(0);
  });

  it("[CASH-1] has coins at every outlet, and orders at every hour of the day at the outlet that never closes", async () => {
    const { rows } = await sql<{ outlets: number; coins: number }>`
      SELECT count(DISTINCT outlet_id) AS outlets, count(*) AS coins FROM ledger_entry
      WHERE source = 'coin'`.execute(test.database);
    expect(rows[0]?.outlets).toBe(demoOutlets.length);
    expect(rows[0]?.coins).toBeGreaterThan(10_000);
    const { rows: hours } = await sql<{ hours: number }>`
      SELECT count(DISTINCT extract(hour FROM ordered_at)) AS hours FROM orders
      WHERE outlet_id = ${airport}`.execute(test.database);
    expect(hours[0]?.hours).toBe(24);
  });

  it("[ALERT-1] has an absence of the offline chair that began when the chair was last seen", async () => {
    const absences = await sql<{ deviceId: string; isLastSeen: boolean }>`
      SELECT device_id AS "deviceId", began_at = last_seen_at AS "isLastSeen"
      FROM device_absence JOIN device USING (device_id) WHERE ended_at IS NULL`.rows(test.owner);
    expect(absences).toEqual([{ deviceId: offlineChair, isLastSeen: true }]);
  });

  it("[CASH-2] has late entries of a closed month: coins of a chair that was offline at its end", async () => {
    const outage = outageBefore(systemClock.now());
    const outletIds = demoOutlets.map((outlet) => outlet.outletId);
    const range = { from: new Date(0), to: systemClock.now() };
    const late = await sumLateEntries(test.database, outletIds, range, {
      closesAfterDays: readConfig({}).monthClosesAfterDays,
    });
    expect(late).toMatchObject([{ deviceId: reconnectedChair, outletId: outletIds[0] }]);
    expect(late[0]?.coins).toBeGreaterThan(0);
    expect(late[0]?.entries).toBe(late[0]?.coins);
    const [others] = await numbers(
      "count(*)",
      `orders WHERE device_id = '${reconnectedChair}' AND pay_type <> 'coin'
        AND ordered_at >= '${outage.from.toISOString()}' AND ordered_at < '${outage.to.toISOString()}'`,
    );
    expect(others).toBe(0);
  });

  it("[CASH-4] [CASH-5] has weekly collections of each cash box, some with differences and corrections, and coins since the last one", async () => {
    const { rows } = await sql<Record<"boxes" | "collections" | "short" | "over" | "corrections", number>>`
      SELECT count(DISTINCT device_id) AS boxes, count(*) FILTER (WHERE kind = 'collection') AS collections,
        count(*) FILTER (WHERE counted_minor < expected_minor) AS short,
        count(*) FILTER (WHERE counted_minor > expected_minor) AS over,
        count(*) FILTER (WHERE kind = 'correction') AS corrections FROM cash_collection`.execute(
      test.database,
    );
    const { boxes = 0, collections = 0, short = 0, over = 0, corrections = 0 } = rows[0] ?? {};
    expect(boxes).toBeGreaterThan(demoOutlets.length);
    expect(collections).toBeGreaterThan(boxes * 10);
    expect(short).toBeGreaterThan(over);
    expect(short + over).toBeLessThan(collections / 4);
    for (const count of [over, corrections]) expect(count).toBeGreaterThan(0);
    const { rows: full } = await sql<{ boxes: number }>`
      SELECT count(*) AS boxes FROM device d
      CROSS JOIN LATERAL (${coinsTotal(sql`d.device_id`, sql`'infinity'`)}) AS box
      WHERE box.total > (SELECT max(coins_total_minor) FROM cash_collection c WHERE c.device_id = d.device_id)`.execute(
      test.database,
    );
    expect(full[0]?.boxes).toBeGreaterThan(0);
  });

  it("is the same for every load on the same day", async () => {
    const [outlet] = demoOutlets;
    if (!outlet) throw new Error("the demo has no outlet");
    const prices = await priceListOf(test.database, demoPriceGroup(outlet.currency));
    const now = new Date("2026-11-21T15:00:00Z");
    const once = [...pastOrdersOf(outlet, prices, now)];
    expect([...pastOrdersOf(outlet, prices, now)]).toEqual(once);
    expect(new Set(once.map((order) => order.orderNumber)).size).toBe(once.length);
  });

  it("is unchanged by the next start", async () => {
    const before = await numbers("count(*), sum(amount_minor)", "ledger_entry");
    expect(await prepare()).toBe("unchanged");
    expect(await numbers("count(*), sum(amount_minor)", "ledger_entry")).toEqual(before);
  });

  it("does not change a database with other data", async () => {
    const other = await openTestDatabase();
    try {
      await sql`INSERT INTO price_group VALUES ('theirs', 'PHP')`.execute(other.database);
      const config = readConfig({ DATABASE_URL: "postgres://db/theirs" });
      await expect(loadDemo(other.owner, { config, clock: systemClock, progress: () => {} })).rejects.toThrow(
        /^the database that setting DATABASE_URL names contains other data than the demo's/,
      );
    } finally {
      await other.close();
    }
  });
});
