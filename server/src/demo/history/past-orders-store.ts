import { sql } from "#platform/postgres/sql.ts";
import { rollUpOrders } from "#features/orders/index.ts";
import { rollUpLedger } from "#features/revenue/index.ts";
import { coinMinor, writePastCoins } from "./past-coins-store.ts";
import { writePastCollections } from "./past-collections-store.ts";
import type { Outage, PastOrder } from "./past-orders.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Creates a temporary table of orders, from which one statement per table derives the rows of all other tables. Thus a
 * hundred thousand orders take seconds instead of minutes.
 */
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

/** Writes the orders of the temporary table and all rows that depend on them. @returns the number of orders */
export async function writePastOrders(uow: UnitOfWork, outage: Outage | null = null): Promise<number> {
  // Checking foreign keys row by row would take half of the time, although the values come from the referenced tables.
  // Disabling the checks requires a privilege of the owner.
  await sql`
    SELECT set_config('session_replication_role', 'replica', true)
    WHERE has_parameter_privilege('session_replication_role', 'SET')`.execute(uow);
  // The setting also disables triggers. Without the privilege, the triggers must accept orders without transitions.
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
        WHERE m.outlet_id = v.outlet_id AND 'start' = ANY(a.permissions) ORDER BY a.login_name LIMIT 1) AS cashier
      RETURNING 1
    )
    SELECT count(*) AS orders FROM written`.execute(uow);
  const { rows: counts } = await sql`SELECT FROM order_rollup LIMIT 1`.execute(uow);
  // If triggers were disabled, they have not counted the orders, so the roll-ups are filled here.
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
  await writePastCoins(uow, outage);
  await writePastCollections(uow);
  await rollUpLedger(uow);
}

/**
 * Lets the rest of the transaction insert orders in any state without transitions. Resets the role to the login role,
 * which must have the owner's rights.
 */
export async function importOrders(uow: UnitOfWork): Promise<void> {
  await sql`SET LOCAL ROLE NONE`.execute(uow);
  await sql`SET LOCAL reposo.importing_orders = 'on'`.execute(uow);
}
