import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { connectDatabase, type Database } from "#platform/postgres/database.ts";
import { migrate, migrationsFolder } from "#platform/postgres/migrate.ts";
import { createEmptyDatabase } from "#test/database/database.ts";
import { countOrders } from "#features/orders/index.ts";

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let owner: Database;
let folder: string;
const randomId = "3f2c6a0e-9d11-4c55-8a77-0123456789ab";
// The time in the ID is 2 ms later than the time of the order and is in the next quarter-hour.
const lateId = `${Date.parse("2026-10-31T16:00:00.001Z").toString(16).padStart(12, "0")}`.replace(
  /^(.{8})(.{4})$/,
  "$1-$2-7abc-8abc-0123456789ab",
);
const runningId = `${Date.parse("2026-11-21T04:00:00.000Z").toString(16).padStart(12, "0")}`.replace(
  /^(.{8})(.{4})$/,
  "$1-$2-7abc-8abc-0123456789ab",
);

beforeAll(async () => {
  empty = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "reposo-migrations-"));
  for (const name of await readdir(migrationsFolder))
    if (name < "0010") await cp(join(migrationsFolder, name), join(folder, name));
  await migrate(empty, folder);
  owner = connectDatabase({ connection: empty, poolSize: 1 });
  const fill = `
    INSERT INTO outlet (outlet_id, name, time_zone, currency, created_at) VALUES ('o1', 'One', 'Asia/Manila', 'PHP', now());
    INSERT INTO device (device_id, outlet_id, installed_at) VALUES ('MC01', 'o1', now());
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear, minutes,
      amount_minor, refunded_minor, currency, started_at, ends_at, ended_at, end_reason) VALUES
      ('${randomId}', 'N1', '2025-12-31T23:59:59.999Z', 'MC01', 'o1', 'counter', 'cash', 'completed', 1, 10, 5000, 0, 'PHP',
        '2026-01-01T00:00:00Z', '2026-01-01T00:10:00Z', '2026-01-01T00:10:00Z', 'finished'),
      ('${lateId}', 'N2', '2026-10-31T15:59:59.999Z', 'MC01', 'o1', 'counter', 'cash', 'refunded', 1, 10, 5000, 5000, 'PHP',
        NULL, NULL, '2026-10-31T16:01:00Z', 'refused'),
      ('${runningId}', 'N3', '2026-11-21T04:00:00.000Z', 'MC01', 'o1', 'coupon', 'coupon', 'running', 1, 10, 0, 0, 'PHP',
        '2026-11-21T04:00:01Z', '2026-11-21T04:10:01Z', NULL, NULL);
    UPDATE orders SET deadline_at = ends_at WHERE status = 'running';
    INSERT INTO order_transition
      SELECT o.order_id, row_number() OVER (PARTITION BY o.order_id ORDER BY ordinal), before, after, 'x', ordered_at
      FROM orders o, (VALUES (1, NULL, 'paid'), (2, 'paid', 'starting'), (3, 'starting', 'running'),
        (4, 'running', 'completed'), (5, 'starting', 'failed'), (6, 'failed', 'refunded')) AS path (ordinal, before, after)
      WHERE CASE o.order_number WHEN 'N1' THEN ordinal < 5 WHEN 'N2' THEN ordinal IN (1, 2, 5, 6) ELSE ordinal < 4 END;
    INSERT INTO refund VALUES (gen_random_uuid(), '${lateId}', NULL, 5000, 'PHP', 'startFailed', 'returned',
      '2026-10-31T16:01:00Z', '2026-10-31T16:01:00Z');
    INSERT INTO ledger_entry (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id, occurred_at) VALUES
      ('${randomId}', 'o1', 'MC01', 'cash', 'PHP', 5000, 'counter', '${randomId}', '2025-12-31T23:59:59.999Z'),
      ('${lateId}', 'o1', 'MC01', 'cash', 'PHP', 5000, 'counter', '${lateId}', '2026-10-31T15:59:59.999Z'),
      ('${lateId}', 'o1', 'MC01', 'cash', 'PHP', -5000, 'refund', '${lateId}:startFailed', '2026-10-31T16:01:00Z');
    INSERT INTO revenue_rollup SELECT outlet_id, grain.name, CASE grain.name
        WHEN 'quarter' THEN date_bin('15 minutes', occurred_at, 'epoch') ELSE date_trunc(grain.name, occurred_at, 'UTC') END,
        device_id, currency, 0, sum(amount_minor)
      FROM ledger_entry CROSS JOIN (VALUES ('quarter'), ('day'), ('month')) AS grain (name) GROUP BY 1, 2, 3, 4, 5;
    INSERT INTO chair_event VALUES ('MC01', 'e', 1, 'started', NULL, now(), false, '{"orderId":"${randomId}"}', now());
    INSERT INTO chair_epoch VALUES ('MC01', 'e', 1, 1)`;
  await sql.raw(fill).execute(owner);
});
afterAll(async () => {
  await owner.destroy();
  await empty.drop();
  await rm(folder, { recursive: true });
});

describe("the migration that partitions existing orders by month", () => {
  it("[G-1] [G-2] [G-3] [G-8] keeps every order, and all audits pass", async () => {
    await migrate(empty);
    const { rows } = await sql<{ number: string; id: string; at: Date; part: string }>`
      SELECT order_number AS number, order_id AS id, ordered_at AS at, tableoid::regclass::text AS part FROM orders
      ORDER BY order_number`.execute(owner);
    expect(rows).toEqual([
      // The application never creates an ID without a time. The migration has replaced the ID.
      {
        number: "N1",
        id: expect.stringMatching(/^019b/),
        at: new Date("2025-12-31T23:59:59.999Z"),
        part: "orders_2025_12",
      },
      { number: "N2", id: lateId, at: new Date("2026-10-31T16:00:00.001Z"), part: "orders_2026_10" },
      { number: "N3", id: runningId, at: new Date("2026-11-21T04:00:00.000Z"), part: "orders_2026_11" },
    ]);
    expect(await runAudit(owner)).toEqual([]);
    const ofItsMoves = await sql<{ moves: number; entries: number; events: number }>`
      SELECT (SELECT count(*) FROM order_transition WHERE order_id = o.order_id) AS moves,
        (SELECT count(*) FROM ledger_entry WHERE source_id = o.order_id::text) AS entries,
        (SELECT count(*) FROM chair_event WHERE payload->>'orderId' = o.order_id::text) AS events
      FROM orders o WHERE order_number = 'N1'`.execute(owner);
    expect(ofItsMoves.rows).toEqual([{ moves: 4, entries: 1, events: 1 }]);
  });

  it("[HOME-2] counts the orders, and keeps the chair reserved by the running order", async () => {
    const quarter = (from: string) => ({
      from: new Date(from),
      to: new Date(Date.parse(from) + 15 * 60_000),
    });
    expect(await countOrders(owner, ["o1"], quarter("2026-10-31T16:00:00Z"))).toEqual({
      normal: 0,
      abnormal: 1,
      unpaid: 0,
    });
    expect(await countOrders(owner, ["o1"], quarter("2026-10-31T15:45:00Z"))).toEqual({
      normal: 0,
      abnormal: 0,
      unpaid: 0,
    });
    expect(await countOrders(owner, ["o1"], quarter("2026-11-21T04:00:00Z"))).toEqual({
      normal: 1,
      abnormal: 0,
      unpaid: 0,
    });
    const open = await sql<{ order_id: string; holds_device_id: string | null }>`
      SELECT order_id, holds_device_id FROM open_order`.rows(owner);
    expect(open).toEqual([{ order_id: runningId, holds_device_id: "MC01" }]);
  });
});
