import type { EndReason, OrderStatus } from "@reposo/contract/orders.ts";
import { sql } from "kysely";
import type { Querier, Transaction } from "#platform/database.ts";
import { isUniqueViolation } from "#platform/database-errors.ts";
import { newOrderNumber } from "./order-number.ts";
import type { NewOrder, OrderRecord } from "./order-record.ts";

const columns = sql`
  o.order_id AS "orderId", o.order_number AS "orderNumber", o.ordered_at AS "orderedAt",
  o.device_id AS "deviceId", o.outlet_id AS "outletId", outlet.name AS "outletName",
  o.order_type AS "orderType", o.pay_type AS "payType", o.status, o.gear, o.minutes,
  o.amount_minor AS "amountMinor", o.refunded_minor AS "refundedMinor", o.currency,
  o.customer_id AS "customerId", o.account_id AS "accountId", o.coupon_id AS "couponId",
  o.coupon_property AS "couponProperty", o.coupon_code AS "couponCode",
  o.cash_coupon_code AS "cashCouponCode", o.deadline_at AS "deadlineAt",
  o.start_deadline_at AS "startDeadlineAt", o.started_at AS "startedAt", o.ends_at AS "endsAt",
  o.ended_at AS "endedAt", o.end_reason AS "endReason",
  (SELECT jsonb_build_object('state', r.state, 'amountMinor', r.amount_minor)
     FROM refund r WHERE r.order_id = o.order_id ORDER BY r.requested_at DESC LIMIT 1) AS refund`;

/**
 * Inserts the order and its first transition.
 * @returns false where a live order already stands on the chair: the unique index of open orders decides, so two
 *   requests at the same instant cannot both win. The transaction is spoilt then.
 */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<boolean> {
  try {
    // The number is random: on the rare twin another is drawn. No column is named, since the number's index is one a
    // month; the live index is another table's, so it still throws.
    for (;;) {
      const inserted = await sql`
        WITH placed AS (
          INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type,
            status, price_id, gear, minutes, amount_minor, currency, customer_id, account_id, coupon_id,
            coupon_property, coupon_code, cash_coupon_code, deadline_at, start_deadline_at)
          VALUES (${order.orderId}, ${newOrderNumber(order.orderedAt)}, ${order.orderedAt}, ${order.deviceId},
            ${order.outletId}, ${order.orderType}, ${order.payType}, ${order.status}, ${order.priceId},
            ${order.gear}, ${order.minutes}, ${order.amountMinor}, ${order.currency}, ${order.customerId},
            ${order.accountId}, ${order.couponId}, ${order.couponProperty}, ${order.couponCode},
            ${order.cashCouponCode}, ${order.deadlineAt}, ${order.startDeadlineAt})
          ON CONFLICT DO NOTHING
          RETURNING order_id
        )
        INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
        SELECT order_id, 1, NULL, ${order.status}, 'ordered', ${order.orderedAt} FROM placed
        RETURNING order_id`.execute(tx);
      if (inserted.rows.length === 1) return true;
    }
  } catch (error) {
    if (isUniqueViolation(error, "orders_one_live")) return false;
    throw error;
  }
}

export interface OrderMove {
  readonly orderId: string;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly cause: string;
  readonly at: Date;
  /** When the server has to act by itself next; null where it never has to. */
  readonly deadlineAt: Date | null;
  readonly startDeadlineAt?: Date;
  readonly startedAt?: Date;
  readonly endsAt?: Date;
  readonly endedAt?: Date;
  readonly endReason?: EndReason;
  /** Statuses passed through in the same instant, between `from` and `to`. */
  readonly through?: readonly OrderStatus[];
}

/**
 * Moves an order along the graph and writes the transition down. The caller holds the row's lock.
 * @returns false where the chair was taken by another order meanwhile (only possible on the way to `paid`);
 *   nothing is changed and the transaction goes on.
 */
export async function moveOrder(tx: Transaction, move: OrderMove): Promise<boolean> {
  const path: OrderStatus[] = [move.from, ...(move.through ?? []), move.to];
  const steps = path.slice(1).map((to, i) => sql`(${i + 1}::int, ${path[i]}::text, ${to}::text)`);
  const update = sql`
    WITH moved AS (
      UPDATE orders SET status = ${move.to}, deadline_at = ${move.deadlineAt},
        start_deadline_at = coalesce(${move.startDeadlineAt ?? null}, start_deadline_at),
        started_at = coalesce(${move.startedAt ?? null}, started_at),
        ends_at = coalesce(${move.endsAt ?? null}, ends_at),
        ended_at = coalesce(${move.endedAt ?? null}, ended_at),
        end_reason = coalesce(${move.endReason ?? null}, end_reason)
      WHERE order_id = ${move.orderId} AND status = ${move.from}
      RETURNING order_id
    )
    INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
    SELECT m.order_id, s.step + (SELECT max(t.step) FROM order_transition t WHERE t.order_id = m.order_id),
      s.from_status, s.to_status, ${move.cause}, ${move.at}
    FROM moved m, (VALUES ${sql.join(steps)}) AS s (step, from_status, to_status)
    RETURNING step`;
  if (move.to !== "paid") return (await update.execute(tx)).rows.length > 0;
  // A payment may lose the chair to another order at this very instant; its transaction has to live on to return it.
  await sql`SAVEPOINT before_live`.execute(tx);
  try {
    return (await update.execute(tx)).rows.length > 0;
  } catch (error) {
    if (!isUniqueViolation(error, "orders_one_live")) throw error;
    await sql`ROLLBACK TO SAVEPOINT before_live`.execute(tx);
    return false;
  }
}

export async function findOrder(db: Querier, orderId: string): Promise<OrderRecord | null> {
  const found = await sql<OrderRecord>`
    SELECT ${columns} FROM orders o JOIN outlet USING (outlet_id)
    WHERE o.order_id = ${orderId}`.execute(db);
  return found.rows[0] ?? null;
}

/** The order with its row locked until the transaction ends: every change of an order begins here. */
export async function lockOrder(tx: Transaction, orderId: string): Promise<OrderRecord | null> {
  const found = await sql<OrderRecord>`
    SELECT ${columns} FROM orders o JOIN outlet USING (outlet_id)
    WHERE o.order_id = ${orderId} FOR UPDATE OF o`.execute(tx);
  return found.rows[0] ?? null;
}

/** The one live order of a chair, locked. */
export async function lockLiveOrder(tx: Transaction, deviceId: string): Promise<OrderRecord | null> {
  const found = await sql<OrderRecord>`
    SELECT ${columns} FROM open_order live JOIN orders o USING (order_id) JOIN outlet ON outlet.outlet_id = o.outlet_id
    -- The status once more: whoever waited for the lock has the order as it is now, but the open one as it was.
    WHERE live.holds_device_id = ${deviceId} AND o.status IN ('paid', 'starting', 'running') FOR UPDATE OF o`.execute(
    tx,
  );
  return found.rows[0] ?? null;
}

/** Orders whose moment has come, oldest first; each is locked and looked at again by whoever acts on it. */
export async function dueOrderIds(db: Querier, now: Date, limit: number): Promise<string[]> {
  const due = await sql<{ order_id: string }>`
    SELECT order_id FROM open_order WHERE deadline_at <= ${now} ORDER BY deadline_at LIMIT ${limit}`.execute(
    db,
  );
  return due.rows.map((row) => row.order_id);
}

export async function setDeadline(tx: Transaction, orderId: string, deadlineAt: Date): Promise<void> {
  await sql`UPDATE orders SET deadline_at = ${deadlineAt} WHERE order_id = ${orderId}`.execute(tx);
}

export async function addRefunded(tx: Transaction, orderId: string, amountMinor: number): Promise<void> {
  await sql`
    UPDATE orders SET refunded_minor = refunded_minor + ${amountMinor}
    WHERE order_id = ${orderId}`.execute(tx);
}
