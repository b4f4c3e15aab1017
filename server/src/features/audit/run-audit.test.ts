import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { audits, runAudit } from "./index.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const at = "2026-11-21T04:07:00Z";
const priceId = randomUUID();

/** Creates a consistent network: one chair, and one paid and completed order with its income and transitions. */
async function arrange(): Promise<string> {
  const orderId = newIdAt(new Date(at));
  await sql
    .raw(`
    TRUNCATE account, customer, session, outlet, outlet_manager, price_group, price, device, coupon, orders, open_order, order_rollup,
      outlet_order_rollup,      order_transition, payment, refund, ledger_entry, revenue_rollup, outlet_rollup, chair_event, chair_epoch, attention_case
      RESTART IDENTITY CASCADE;
    INSERT INTO outlet (outlet_id, name, time_zone, currency, created_at)
      VALUES ('o1', 'One', 'Asia/Manila', 'PHP', '${at}');
    INSERT INTO price_group VALUES ('g1', 'PHP');
    INSERT INTO price (price_id, price_group_id, gear, name, minutes, amount_minor, created_at)
      VALUES ('${priceId}', 'g1', 1, 'Relax', 10, 5000, '${at}');
    INSERT INTO device (device_id, outlet_id, price_group_id, installed_at) VALUES ('MC01', 'o1', 'g1', '${at}');
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
        price_id, gear, minutes, amount_minor, currency, started_at, ends_at, ended_at, end_reason)
      VALUES ('${orderId}', 'N1', '${at}', 'MC01', 'o1', 'counter', 'cash', 'completed', '${priceId}', 1, 10,
        5000, 'PHP', '${at}', '2026-11-21T04:17:00Z', '2026-11-21T04:17:00Z', 'finished');
    INSERT INTO order_transition VALUES
      ('${orderId}', 1, NULL, 'paid', 'ordered', '${at}'), ('${orderId}', 2, 'paid', 'starting', 'sent', '${at}'),
      ('${orderId}', 3, 'starting', 'running', 'started', '${at}'),
      ('${orderId}', 4, 'running', 'completed', 'finished', '2026-11-21T04:17:00Z');
    INSERT INTO ledger_entry (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id,
        occurred_at)
      VALUES ('${orderId}', 'o1', 'MC01', 'cash', 'PHP', 5000, 'counter', '${orderId}', '${at}');
    INSERT INTO revenue_rollup VALUES
      ('o1', 'quarter', '2026-11-21T04:00:00Z', 'MC01', 'PHP', 0, 5000, 0, 1),
      ('o1', 'day', '2026-11-21T00:00:00Z', 'MC01', 'PHP', 0, 5000, 0, 1),
      ('o1', 'month', '2026-11-01T00:00:00Z', 'MC01', 'PHP', 0, 5000, 0, 1);
    INSERT INTO outlet_rollup VALUES
      ('o1', 'quarter', '2026-11-21T04:00:00Z', 'PHP', 0, 5000, 0, 1),
      ('o1', 'day', '2026-11-21T00:00:00Z', 'PHP', 0, 5000, 0, 1),
      ('o1', 'month', '2026-11-01T00:00:00Z', 'PHP', 0, 5000, 0, 1);
    INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at) VALUES
      ('MC01', 'e1', 1, 'started', '${at}', false, '{"orderId":"${orderId}"}', '${at}'),
      ('MC01', 'e1', 2, 'finished', '${at}', false, '{"orderId":"${orderId}","seconds":601}', '${at}');
    INSERT INTO chair_epoch VALUES ('MC01', 'e1', 2, 2);`)
    .execute(test.owner);
  return orderId;
}

/** Inserts feedback on the order, and a coupon of this value that a manager gave for it. */
const giveCoupon = (
  valueMinor: number,
) => `INSERT INTO customer (customer_id, created_at) VALUES (gen_random_uuid(), '${at}');
  INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, customer_id, problem, abnormal,
    media_count, state, created_at)
  SELECT gen_random_uuid(), 'FB-0000-0001', order_id, 'o1', 'MC01', c.customer_id, 'x', '', 0, 'sent', '${at}'
  FROM orders, customer c;
  INSERT INTO coupon (coupon_id, code, property, created_at) VALUES (gen_random_uuid(), 'GIFT', 'free', '${at}');
  INSERT INTO gift_coupon (gift_id, feedback_id, order_id, outlet_id, value_minor, currency, left_minor, state,
    coupon_code, created_at)
  SELECT gen_random_uuid(), feedback_id, order_id, 'o1', ${valueMinor}, 'PHP', ${valueMinor}, 'given', 'GIFT', '${at}' FROM feedback`;

const disputePayment = (state: string, reinstatedMinor: number) => `
  INSERT INTO payment (payment_id, order_id, provider, amount_minor, currency, state, created_at, expires_at)
  SELECT order_id, order_id, 'stripe', 5000, 'PHP', 'expired', '${at}', '${at}' FROM orders;
  INSERT INTO dispute (provider, dispute_ref, payment_id, order_id, amount_minor, currency, reason, state,
    reported_at, withdrawn_at, reinstated_at, reinstated_minor)
  SELECT 'stripe', 'dp_1', order_id, order_id, 5000, 'PHP', '', '${state}', '${at}', '${at}', '${at}', ${reinstatedMinor}
  FROM orders`;
const failOrder =
  "UPDATE orders SET status = 'failed'; UPDATE order_transition SET to_status = 'failed' WHERE step = 4";

/** Statements that damage the data, each with exactly those audits that must report it. */
const damage: readonly (readonly [id: string, statement: string, failing: readonly string[]])[] = [
  ["G-1", "UPDATE revenue_rollup SET cash_minor = 4999 WHERE grain = 'quarter'", ["rollups-quarter"]],
  ["G-1", "UPDATE revenue_rollup SET online_minor = 1 WHERE grain = 'day'", ["rollups-day"]],
  [
    "G-1",
    "UPDATE revenue_rollup SET starts_at = '2026-10-01T00:00:00Z' WHERE grain = 'month'",
    ["rollups-month"],
  ],
  ["G-1", "UPDATE revenue_rollup SET cash_entries = 2 WHERE grain = 'quarter'", ["rollups-quarter"]],
  [
    "G-1",
    "UPDATE outlet_rollup SET online_minor = 1 WHERE grain = 'quarter'",
    ["rollups-quarter-of-outlets"],
  ],
  ["G-1", "DELETE FROM outlet_rollup WHERE grain = 'day'", ["rollups-day-of-outlets"]],
  ["G-1", "UPDATE revenue_rollup SET dispute_minor = 1 WHERE grain = 'day'", ["rollups-day"]],
  ["G-1", "UPDATE outlet_rollup SET dispute_minor = 1 WHERE grain = 'month'", ["rollups-month-of-outlets"]],
  ["G-1", disputePayment("lost", 0), ["ledger-sources"]],
  [
    "G-1",
    "UPDATE outlet_rollup SET cash_entries = 0, online_entries = 1 WHERE grain = 'month'",
    ["rollups-month-of-outlets"],
  ],
  [
    "G-1",
    "UPDATE ledger_entry SET occurred_at = '2026-11-21T04:16:00Z'",
    ["rollups-quarter", "rollups-quarter-of-outlets", "ledger-sources"],
  ],
  ["G-1", "UPDATE orders SET amount_minor = 5001", ["ledger-sources"]],
  [
    "G-1",
    `INSERT INTO ledger_entry (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id,
        occurred_at) SELECT order_id, 'o1', 'MC01', 'cash', 'PHP', 100, 'coin', 'c', '${at}' FROM orders;
      UPDATE revenue_rollup SET cash_minor = 5100, cash_entries = 2;
      UPDATE outlet_rollup SET cash_minor = 5100, cash_entries = 2`,
    ["coins-are-booked", "ledger-sources", "one-source-an-order"],
  ],
  ["G-3", failOrder, ["money-has-one-end", "moves-along-graph"]],
  [
    "G-3",
    `${failOrder};${disputePayment("won", 5_000)}`,
    ["ledger-sources", "money-has-one-end", "moves-along-graph"],
  ],
  [
    "G-3",
    `INSERT INTO refund SELECT gen_random_uuid(), order_id, NULL, 5001, 'PHP', 'x', 'requested', '${at}' FROM orders`,
    ["refunds-within-payment"],
  ],
  ["G-3", "UPDATE orders SET refunded_minor = 10", ["refunds-within-payment"]],
  [
    "G-3",
    `INSERT INTO refund SELECT gen_random_uuid(), order_id, NULL, 200, 'PHP', 'x', 'requested', '${at}' FROM orders;
      INSERT INTO refund_request (request_id, order_id, amount_minor, currency, reason, state, refund_id, requested_at,
        decided_at, decided_by)
      SELECT gen_random_uuid(), order_id, 100, 'PHP', 'x', 'approved', refund_id, '${at}', '${at}', 'x' FROM refund`,
    ["requests-and-refunds"],
  ],
  ["G-3", giveCoupon(5_001), ["benefits-within-money"]],
  [
    "G-3",
    `${giveCoupon(4_900)};
      INSERT INTO refund SELECT gen_random_uuid(), order_id, NULL, 101, 'PHP', 'stoppedByManager', 'requested', '${at}'
      FROM orders`,
    ["benefits-within-money"],
  ],
  [
    "G-3",
    `INSERT INTO order_transfer SELECT order_id, 5, 'g1', '${at}', order_id, '${at}' FROM orders`,
    ["transfers-continue-one-order"],
  ],
  [
    "G-3",
    `INSERT INTO order_transfer SELECT order_id, 5, 'g1', '${at}', NULL, NULL FROM orders;
      INSERT INTO transfer_part SELECT order_id, order_id, 2500, 2500 FROM orders;
      INSERT INTO refund SELECT gen_random_uuid(), order_id, NULL, 2500, 'PHP', 'chairsFault', 'requested', '${at}'
      FROM orders`,
    ["transfers-instead-of-refunds"],
  ],
  ["G-1", "UPDATE order_rollup SET orders = 2 WHERE grain = 'day'", ["order-rollups"]],
  ["G-1", "UPDATE outlet_order_rollup SET refunded = 1 WHERE grain = 'month'", ["order-rollups-of-outlets"]],
  ["G-1", "DELETE FROM outlet_order_rollup WHERE grain = 'quarter'", ["order-rollups-of-outlets"]],
  [
    "G-2",
    `INSERT INTO open_order (order_id, outlet_id, device_id, pay_type, status)
      SELECT order_id, outlet_id, device_id, pay_type, 'running' FROM orders`,
    ["open-orders"],
  ],
  [
    "G-2",
    `DROP INDEX orders_one_live; INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id,
        order_type, pay_type, status, gear, minutes, amount_minor, currency)
      SELECT new_order_id('${at}'), 'L' || n, '${at}', 'MC01', 'o1', 'coupon', 'coupon', 'paid', 1, 1, 0, 'PHP'
      FROM generate_series(1, 2) AS n;
      INSERT INTO order_transition SELECT order_id, 1, NULL, 'paid', 'ordered', '${at}' FROM orders
      WHERE status = 'paid'`,
    ["one-live-order"],
  ],
  [
    "G-2",
    `INSERT INTO chair_event SELECT device_id, epoch, 3, type, NULL, occurred_at, false, payload, received_at
      FROM chair_event WHERE seq = 1; UPDATE chair_epoch SET complete_up_to = 3, highest_seq = 3`,
    ["one-run-an-order"],
  ],
  [
    "G-2",
    "UPDATE ledger_entry SET source = 'cashCoupon'; UPDATE orders SET pay_type = 'cashCoupon'; UPDATE orders SET pay_type = 'cash'",
    ["ledger-sources", "one-source-an-order"],
  ],
  [
    "G-2",
    `UPDATE orders SET extended_minutes = 5, ends_at = '2026-11-21T04:22:00Z';
      INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
        minutes, amount_minor, currency, started_at, ends_at, ended_at, end_reason, parent_order_id)
      SELECT new_order_id('${at}'), 'E1', '${at}', 'MC01', 'o1', 'coupon', 'coupon', 'completed', 1, 5, 0, 'PHP',
        started_at, ends_at, ended_at, 'stopped', order_id FROM orders;
      INSERT INTO order_transition SELECT child.order_id, move.step, move.from_status, move.to_status, 'x', '${at}'
      FROM order_transition AS move JOIN orders child ON child.parent_order_id = move.order_id`,
    ["extensions-of-runs"],
  ],
  ["G-11", "UPDATE orders SET extended_minutes = 1", ["runs-end-as-bought"]],
  [
    "G-11",
    "UPDATE orders SET extended_minutes = 0, ends_at = ends_at + interval '1 second'",
    ["runs-end-as-bought"],
  ],
  [
    "G-5",
    `INSERT INTO coupon (coupon_id, code, property, uses_taken, created_at)
      VALUES (gen_random_uuid(), 'BURNT', 'free', 1, '${at}')`,
    ["coupon-uses"],
  ],
  ["G-6", "UPDATE chair_epoch SET complete_up_to = 3, highest_seq = 3", ["receipts-cover-events"]],
  [
    "G-6",
    `INSERT INTO chair_event VALUES ('MC01', 'e1', 5, 'fault', NULL, '${at}', false, '{}', '${at}');
      UPDATE chair_epoch SET highest_seq = 5`,
    ["gaps-are-listed"],
  ],
  [
    "G-6",
    `INSERT INTO chair_event
      SELECT 'MC01', 'e2', n, 'coin', NULL, '${at}', false,
        jsonb_build_object('counterBefore', n * 100, 'counterAfter', n * 100 + 50, 'amount', 50), '${at}'
      FROM generate_series(1, 2) AS n; INSERT INTO chair_epoch VALUES ('MC01', 'e2', 2, 2)`,
    ["coin-counters", "coins-are-booked"],
  ],
  [
    "G-6",
    `INSERT INTO coin_gap VALUES ('MC01', 'e1', 1, 2, 50, 'PHP', '${at}')`,
    ["missing-coins-are-listed"],
  ],
  [
    "G-6",
    `INSERT INTO coin_gap VALUES ('MC01', 'e1', 1, 2, 50, 'PHP', '${at}');
      INSERT INTO attention_case VALUES (gen_random_uuid(), 'coinsMissing', 'MC01', NULL, 'MC01',
        '{"count":1,"missingMinor":40,"newest":[]}', '${at}')`,
    ["missing-coins-are-listed"],
  ],
  [
    "G-6",
    `INSERT INTO chair_event SELECT 'MC01', 'e2', 1, 'coin', NULL, '${at}', false, '{"amount":50,"currency":"MYR"}', '${at}';
      INSERT INTO chair_epoch VALUES ('MC01', 'e2', 1, 1);
      INSERT INTO quarantined_coin VALUES ('MC01', 'e2', 1, 'o1', 'run', 'currency', 50, 'MYR', 60, 1, '${at}', '${at}')`,
    ["quarantine-is-listed"],
  ],
  [
    "G-6",
    `INSERT INTO account (account_id, kind, login_name, password_hash, display_name, created_at)
        VALUES (gen_random_uuid(), 'outletManager', 'c', 'x', 'C', '${at}');
      INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
        coins_total_minor, collected_at, collected_by, recorded_at, recorded_by)
      SELECT gen_random_uuid(), 'collection', 'MC01', 'o1', 'PHP', 0, 50, 0, '${at}', account_id, '${at}', account_id
      FROM account`,
    ["collections-follow-counters"],
  ],
  [
    "G-6",
    `INSERT INTO account (account_id, kind, login_name, password_hash, display_name, created_at)
        VALUES (gen_random_uuid(), 'outletManager', 'c', 'x', 'C', '${at}');
      INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
        coins_total_minor, collected_at, collected_by, recorded_at, recorded_by)
      SELECT gen_random_uuid(), 'collection', 'MC01', 'o1', 'PHP', 50, 50, 50, '${at}', account_id, '${at}', account_id
      FROM account`,
    ["collections-follow-counters"],
  ],
  [
    "G-7",
    "INSERT INTO moved_order SELECT order_id, outlet_id, device_id, order_id FROM orders",
    ["moved-orders"],
  ],
  [
    "G-7",
    `ALTER TABLE orders DISABLE TRIGGER USER;
      UPDATE orders SET order_type = 'coin', ordered_at = ordered_at - interval '1 second'`,
    ["ledger-sources", "moved-orders"],
  ],
  [
    "G-8",
    `INSERT INTO coin_run (device_id, run_id, order_id, bought_seconds, ran_seconds)
      SELECT 'MC01', 'run', order_id, 60, 62 FROM orders`,
    ["coin-runs-within-bought-time"],
  ],
  [
    "G-8",
    "UPDATE chair_event SET payload = payload || '{\"seconds\":602}' WHERE seq = 2",
    ["runs-within-bought-time"],
  ],
  ["G-8", "UPDATE order_transition SET step = 9 WHERE step = 4", ["moves-along-graph"]],
  ["G-8", "DELETE FROM order_transition WHERE step = 4", ["status-is-last-move"]],
  ["G-8", "UPDATE orders SET deadline_at = ordered_at", ["ended-orders-are-over"]],
  [
    "G-10",
    `DROP INDEX session_one_live; INSERT INTO account (account_id, kind, login_name, password_hash, display_name,
        created_at) VALUES (gen_random_uuid(), 'outletManager', 'm', 'x', 'M', '${at}');
      INSERT INTO session SELECT decode(n, 'hex'), account_id, NULL, '${at}', '${at}', '${at}'
      FROM account, (VALUES ('aa'), ('bb')) AS token (n)`,
    ["one-session-a-manager"],
  ],
  [
    "G-10",
    `INSERT INTO customer VALUES ('00000000-0000-0000-0000-000000000001', '${at}');
      INSERT INTO session VALUES ('\\xaa', NULL, '00000000-0000-0000-0000-000000000001', '${at}',
        '2026-11-21T05:00:00Z', '${at}', '${at}', 'logout')`,
    ["ended-sessions-unused"],
  ],
];

describe("the audit", () => {
  beforeEach(arrange);

  it("[G-1] [G-2] [G-3] [G-5] [G-6] [G-8] [G-10] [G-11] finds no violations in a consistent database, with the application's database role", async () => {
    expect(await runAudit(test.database)).toEqual([]);
  });

  it.each(damage)("[%s] reports the damage by: %s", async (_id, statement, failing) => {
    // The damage is rolled back, because truncating the tables would not restore dropped indexes and disabled
    // triggers.
    const broken = await test.owner.reserve();
    try {
      await broken.query("BEGIN");
      await sql.raw(statement).execute(broken);
      const found: string[] = [];
      for (const audit of audits) {
        const { rows } = await audit.violations.execute(broken);
        if (rows.length > 0) found.push(audit.name);
      }
      expect(found.sort()).toEqual([...failing].sort());
    } finally {
      await broken.query("ROLLBACK");
      broken.release(false);
    }
  });

  it("has a tested violation for every audit", () => {
    const tried = new Set(damage.flatMap(([, , failing]) => failing));
    expect(audits.map((audit) => audit.name).filter((name) => !tried.has(name))).toEqual([]);
  });
});
