import { sql } from "#platform/postgres/sql.ts";
import { rollUpOrders } from "#features/orders/index.ts";
import { rollUpLedger } from "#features/revenue/index.ts";
import { writePastCollections } from "./past-collections-store.ts";
import { reconnectedChair } from "#demo/demo-network.ts";
import type { Outage, PastOrder } from "./past-orders.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Value of a coin for a minute, by the currency of `outlet l`: 10 pesos, 1 ringgit, 1 yuan, 1,000 rupiah. */
const coinMinor = sql`CASE l.currency WHEN 'PHP' THEN 1000 WHEN 'IDR' THEN 100000 ELSE 100 END`;

// PostgreSQL computes the rows of the other tables from those of orders, one table per statement: a hundred thousand
// orders take seconds instead of minutes.
export async function prepareDraft(uow: UnitOfWork): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE draft (
      order_id uuid, order_number text, ordered_at timestamptz, device_id text, pay_type text, price_id uuid,
      customer integer, status text, end_reason text, paid_at timestamptz, started_at timestamptz,
      ended_at timestamptz, coins integer
    ) ON COMMIT DROP`.execute(uow);
}

export async function addToDraft(uow: UnitOfWork, orders: readonly PastOrder[]): Promise<void> {
  const column = <K extends keyof PastOrder>(name: K) => orders.map((order) => order[name]);
  await sql`
    INSERT INTO draft
    SELECT order_id, order_number, at, device_id, pay_type, price_id, customer, status, end_reason,
      CASE WHEN status <> 'cancelled' THEN at + paid_after * interval '1 second' END,
      CASE WHEN status = 'completed' THEN at + started_after * interval '1 second' END,
      at + CASE WHEN status = 'completed' THEN started_after + ran
        WHEN end_reason = 'paymentTimeout' THEN 900 WHEN end_reason = 'stopped' THEN 40
        WHEN end_reason = 'startDeadline' THEN paid_after + 35 ELSE started_after END * interval '1 second', coins
    FROM unnest(${column("orderId")}::uuid[], ${column("orderNumber")}::text[],
      ${orders.map((order) => order.orderedAt.toISOString())}::timestamptz[], ${column("deviceId")}::text[],
      ${column("payType")}::text[], ${column("priceId")}::uuid[], ${column("customer")}::integer[],
      ${column("status")}::text[], ${column("endReason")}::text[], ${column("paidAfterSeconds")}::integer[],
      ${column("startedAfterSeconds")}::integer[], ${column("ranSeconds")}::integer[], ${column("coins")}::integer[]
    ) AS o (order_id, order_number, at, device_id, pay_type, price_id, customer, status, end_reason, paid_after,
      started_after, ran, coins)`.execute(uow);
}

export async function writePastOrders(uow: UnitOfWork, outage: Outage | null = null): Promise<number> {
  // Checking foreign keys row by row would take half of the time, although the values come from the
  // referenced tables. Disabling the checks requires the owner's privilege.
  await sql`
    SELECT set_config('session_replication_role', 'replica', true)
    WHERE has_parameter_privilege('session_replication_role', 'SET')`.execute(uow);
  // If triggers run, they must accept orders that are inserted before their transitions.
  await importOrders(uow);
  await sql`
    INSERT INTO customer (customer_id, created_at)
    SELECT md5('demo customer ' || customer)::uuid, min(ordered_at) FROM draft
    WHERE pay_type NOT IN ('cash', 'coin') GROUP BY customer`.execute(uow);
  const written = await sql<{ orders: number }>`
    WITH written AS (
      INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
        price_id, gear, minutes, amount_minor, refunded_minor, currency, customer_id, account_id, coupon_id,
        coupon_property, coupon_code, cash_coupon_code, start_deadline_at, started_at, ends_at, ended_at, end_reason)
      SELECT d.order_id, d.order_number, d.ordered_at, d.device_id, v.outlet_id,
        CASE d.pay_type WHEN 'cash' THEN 'counter' ELSE d.pay_type END, d.pay_type, d.status, d.price_id,
        coalesce(p.gear, 1), coalesce(p.minutes, d.coins),
        CASE d.pay_type WHEN 'coupon' THEN 0 WHEN 'coin' THEN d.coins * ${coinMinor} ELSE p.amount_minor END,
        CASE d.status WHEN 'refunded' THEN p.amount_minor ELSE 0 END, l.currency,
        CASE WHEN d.pay_type NOT IN ('cash', 'coin') THEN md5('demo customer ' || d.customer)::uuid END,
        CASE WHEN d.pay_type = 'cash' THEN cashier.account_id END,
        c.coupon_id, c.property,
        CASE d.pay_type WHEN 'coupon' THEN c.code END, CASE d.pay_type WHEN 'cashCoupon' THEN c.code END,
        CASE WHEN d.pay_type <> 'coin' THEN d.paid_at + interval '20 seconds' END, d.started_at,
        d.started_at + coalesce(p.minutes, d.coins) * interval '1 minute', d.ended_at, d.end_reason
      FROM draft d JOIN device v USING (device_id) JOIN outlet l USING (outlet_id) LEFT JOIN price p USING (price_id)
      LEFT JOIN coupon c ON c.code = CASE d.pay_type WHEN 'coupon' THEN 'WELCOME-LAST-YEAR'
        WHEN 'cashCoupon' THEN 'GIFT-' || l.currency END
      CROSS JOIN LATERAL (SELECT m.account_id FROM outlet_manager m JOIN account a USING (account_id)
        WHERE m.outlet_id = v.outlet_id AND 'details' = ANY(a.permissions) ORDER BY a.login_name LIMIT 1) AS cashier
      RETURNING 1
    )
    SELECT count(*) AS orders FROM written`.execute(uow);
  const { rows: counts } = await sql`SELECT FROM order_rollup LIMIT 1`.execute(uow);
  // If triggers were disabled, they did not count the orders.
  if (counts.length === 0) await rollUpOrders(uow);
  await writeTransitions(uow);
  await writeMoney(uow, outage);
  await sql`
    UPDATE coupon c SET uses_taken = held.uses
    FROM (SELECT coupon_id, count(*) AS uses FROM orders
          WHERE coupon_id IS NOT NULL AND status NOT IN ('failed', 'refunded', 'cancelled')
          GROUP BY coupon_id) AS held
    WHERE held.coupon_id = c.coupon_id`.execute(uow);
  return written.rows[0]?.orders ?? 0;
}

async function writeTransitions(uow: UnitOfWork): Promise<void> {
  await sql`
    INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
    SELECT d.order_id, path.step, path.statuses[path.step - 1], path.statuses[path.step],
      CASE WHEN path.step = 1 THEN CASE d.pay_type WHEN 'coin' THEN 'coinInserted' ELSE 'ordered' END ELSE CASE path.statuses[path.step] WHEN 'paid' THEN 'paymentConfirmed'
        WHEN 'starting' THEN 'startSent' WHEN 'running' THEN 'chairRuns' WHEN 'refunded' THEN 'moneyReturned'
        ELSE d.end_reason END END,
      CASE path.statuses[path.step] WHEN 'unpaid' THEN d.ordered_at WHEN 'paid' THEN d.paid_at
        WHEN 'starting' THEN d.paid_at WHEN 'running' THEN d.started_at ELSE d.ended_at END
    FROM draft d CROSS JOIN LATERAL (
      SELECT CASE WHEN d.pay_type = 'online' THEN ARRAY['unpaid'] ELSE ARRAY[]::text[] END || CASE
        CASE d.pay_type WHEN 'coin' THEN 'coin' ELSE d.status END
        WHEN 'coin' THEN ARRAY['running', 'completed']
        WHEN 'completed' THEN ARRAY['paid', 'starting', 'running', 'completed']
        WHEN 'cancelled' THEN ARRAY['cancelled']
        WHEN 'failed' THEN ARRAY['paid', 'starting', 'failed']
        ELSE ARRAY['paid', 'starting', 'failed', 'refunded'] END AS statuses
    ) AS passed CROSS JOIN LATERAL (
      SELECT passed.statuses, generate_series(1, cardinality(passed.statuses)) AS step
    ) AS path`.execute(uow);
}

async function writeMoney(uow: UnitOfWork, outage: Outage | null): Promise<void> {
  await sql`
    INSERT INTO payment (payment_id, order_id, provider, provider_ref, amount_minor, currency, state, created_at,
      expires_at, settled_at)
    SELECT md5('payment ' || d.order_id)::uuid, d.order_id, 'simulated', 'past-' || d.order_number, o.amount_minor,
      o.currency, CASE d.status WHEN 'cancelled' THEN 'expired' ELSE 'confirmed' END, d.ordered_at,
      d.ordered_at + interval '15 minutes', coalesce(d.paid_at, d.ended_at)
    FROM draft d JOIN orders o USING (order_id) WHERE d.pay_type = 'online'`.execute(uow);
  await sql`
    INSERT INTO refund (refund_id, order_id, payment_id, amount_minor, currency, reason, state, requested_at,
      returned_at)
    SELECT md5('refund ' || d.order_id)::uuid, d.order_id, p.payment_id, o.amount_minor, o.currency, 'startFailed',
      'returned', d.ended_at, d.ended_at
    FROM draft d JOIN orders o USING (order_id) LEFT JOIN payment p USING (order_id)
    WHERE d.status = 'refunded'`.execute(uow);
  await sql`
    INSERT INTO ledger_entry (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id,
      occurred_at)
    SELECT o.order_id, o.outlet_id, o.device_id, CASE o.pay_type WHEN 'online' THEN 'online' ELSE 'cash' END,
      o.currency, moved.amount, moved.source, moved.source_id, moved.at
    FROM draft d JOIN orders o USING (order_id)
    LEFT JOIN refund r ON r.order_id = o.order_id
    CROSS JOIN LATERAL (VALUES
      (CASE o.pay_type WHEN 'online' THEN 'payment' WHEN 'cash' THEN 'counter' ELSE 'cashCoupon' END,
        o.order_id::text, o.amount_minor, d.paid_at),
      ('refund', o.order_id || ':startFailed', -r.amount_minor, r.returned_at)
    ) AS moved (source, source_id, amount, at)
    WHERE o.pay_type NOT IN ('coupon', 'coin') AND moved.at IS NOT NULL
    ORDER BY moved.at`.execute(uow);
  await writeCoins(uow, outage);
  await writePastCollections(uow);
  await rollUpLedger(uow);
}

/** The chairs' coin events, in a separate epoch, since the virtual chairs' memories are empty when the demo starts. */
async function writeCoins(uow: UnitOfWork, outage: Outage | null): Promise<void> {
  const receivedAt =
    outage === null
      ? sql`at`
      : sql`CASE WHEN device_id = ${reconnectedChair} AND at >= ${outage.from}::timestamptz
          AND at < ${outage.to}::timestamptz THEN ${outage.reconnectedAt}::timestamptz ELSE at END`;
  await sql`
    INSERT INTO chair_event (device_id, epoch, seq, type, claimed_at, occurred_at, time_doubted, payload, received_at)
    SELECT device_id, 'history', seq, type, at, at, false,
      jsonb_build_object('epoch', 'history', 'seq', seq, 'at', at, 'type', type, 'runId', order_number, 'gear', 1)
        || CASE type WHEN 'coin' THEN jsonb_build_object('seconds', 60, 'amount', amount, 'currency', currency,
            'counterBefore', counter - amount, 'counterAfter', counter)
          WHEN 'started' THEN jsonb_build_object('seconds', 60)
          WHEN 'stopped' THEN jsonb_build_object('seconds', ran, 'reason', 'button')
          ELSE jsonb_build_object('seconds', ran) END, ${receivedAt}
    FROM (
      SELECT d.device_id, d.order_number, o.currency, step.type, step.at,
        extract(epoch FROM d.ended_at - d.started_at)::integer AS ran, ${coinMinor} AS amount,
        row_number() OVER chronological AS seq,
        (count(*) FILTER (WHERE step.type = 'coin') OVER chronological) * ${coinMinor} AS counter
      FROM draft d JOIN orders o USING (order_id) JOIN outlet l USING (outlet_id) CROSS JOIN LATERAL (
        SELECT 1 AS ordinal, 'coin' AS type, d.ordered_at AS at
        UNION ALL SELECT 2, 'started', d.ordered_at
        UNION ALL SELECT 2 + n, 'coin', d.ordered_at + n * interval '5 seconds' FROM generate_series(1, d.coins - 1) AS n
        UNION ALL SELECT 100, CASE d.end_reason WHEN 'finished' THEN 'finished' ELSE 'stopped' END, d.ended_at
      ) AS step WHERE d.pay_type = 'coin'
      WINDOW chronological AS (PARTITION BY d.device_id ORDER BY d.ordered_at, step.ordinal)
    ) AS event`.execute(uow);
  await sql`
    INSERT INTO chair_epoch (device_id, epoch, complete_up_to, highest_seq)
    SELECT device_id, epoch, max(seq), max(seq) FROM chair_event WHERE epoch = 'history' GROUP BY 1, 2`.execute(
    uow,
  );
  await sql`
    INSERT INTO coin_run (device_id, run_id, order_id, bought_seconds, booked_seconds, started_at, ended_at, end_reason,
      ran_seconds)
    SELECT device_id, order_number, order_id, coins * 60, coins * 60, started_at, ended_at, end_reason,
      extract(epoch FROM ended_at - started_at)::integer
    FROM draft WHERE pay_type = 'coin'`.execute(uow);
  await sql`
    INSERT INTO ledger_entry (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id,
      occurred_at, recorded_at)
    SELECT o.order_id, o.outlet_id, o.device_id, 'cash', o.currency, (e.payload->>'amount')::bigint, 'coin',
      e.device_id || ':' || e.epoch || ':' || e.seq, e.occurred_at, e.received_at
    FROM chair_event e JOIN coin_run r ON r.device_id = e.device_id AND r.run_id = e.payload->>'runId'
    JOIN orders o ON o.order_id = r.order_id
    WHERE e.epoch = 'history' AND e.type = 'coin' ORDER BY e.occurred_at`.execute(uow);
}

/** Lets the rest of the transaction insert orders in any state without transitions, as the owner. */
export async function importOrders(uow: UnitOfWork): Promise<void> {
  await sql`SET LOCAL ROLE NONE`.execute(uow);
  await sql`SET LOCAL reposo.importing_orders = 'on'`.execute(uow);
}
