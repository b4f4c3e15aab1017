import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { isUuid, randomSymbols } from "#platform/keys/identifiers.ts";
import { isUniqueViolation, RepeatTransactionError } from "#platform/postgres/database-errors.ts";
import type { LockedOrder, NewOrder, OrderRecord, OrderWithParent } from "./order-record.ts";
import { mayBegin } from "./order-graph-rules.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Columns of a `ListedOrder`, for a query of `orders AS o` joined with `outlet`. */
export const listedOrderColumns = sql`
  o.order_id AS "orderId", o.order_number AS "orderNumber", o.ordered_at AS "orderedAt",
  o.device_id AS "deviceId", o.outlet_id AS "outletId", outlet.name AS "outletName",
  o.order_type AS "orderType", o.pay_type AS "payType", o.status, o.gear, o.minutes,
  o.amount_minor AS "amountMinor", o.refunded_minor AS "refundedMinor", o.currency,
  o.coupon_property AS "couponProperty", o.coupon_code AS "couponCode",
  o.cash_coupon_code AS "cashCouponCode", o.started_at AS "startedAt", o.ends_at AS "endsAt",
  o.ended_at AS "endedAt", o.end_reason AS "endReason", o.parent_order_id AS "parentOrderId",
  o.extended_minutes AS "extendedMinutes"`;

/** What banks withdrew because of disputes of the order `o` and have not returned, in minor units. */
export const disputedMinor = sql`
  (SELECT coalesce(sum(greatest(d.amount_minor - d.reinstated_minor, 0)), 0)::bigint FROM dispute d
    WHERE d.order_id = o.order_id AND d.withdrawn_at IS NOT NULL)`;

const transferPeer = sql`jsonb_build_object('orderId', peer.order_id, 'orderNumber', peer.order_number,
  'deviceId', peer.device_id, 'orderedAt', peer.ordered_at)`;

/** Columns of an `OrderRecord`, for the same query. */
export const orderColumns = sql`${listedOrderColumns}, outlet.contact,
  o.customer_id AS "customerId", o.account_id AS "accountId", o.coupon_id AS "couponId",
  o.deadline_at AS "deadlineAt", o.start_deadline_at AS "startDeadlineAt",
  CASE WHEN o.end_reason = 'refused' THEN (SELECT c.reason FROM chair_command c
    WHERE c.order_id = o.order_id AND c.type = 'start' AND c.outcome = 'refused' LIMIT 1) END AS "refusalReason",
  CASE WHEN o.pay_type = 'cash' THEN (SELECT a.display_name FROM account a
    WHERE a.account_id = o.account_id) END AS "takenBy",
  CASE WHEN o.pay_type = 'transfer' THEN (SELECT ${transferPeer} FROM order_transfer t
    JOIN orders peer ON peer.order_id = t.order_id WHERE t.transfer_order_id = o.order_id) END AS "transferredFrom",
  CASE WHEN o.status IN ('failed', 'completed', 'refunded') THEN (SELECT ${transferPeer} FROM order_transfer t
    JOIN orders peer ON peer.order_id = t.transfer_order_id WHERE t.order_id = o.order_id) END AS "transferredTo",
  (SELECT jsonb_build_object(
       'state', CASE WHEN min(r.state) OVER alike <> max(r.state) OVER alike THEN 'requested' ELSE r.state END,
       'amountMinor', CASE r.state WHEN 'returned' THEN r.amount_minor ELSE sum(r.amount_minor) OVER alike END,
       'requestedAt', CASE r.state WHEN 'returned' THEN r.requested_at ELSE min(r.requested_at) OVER alike END)
     FROM refund r WHERE r.order_id = o.order_id AND r.amount_minor > 0
     WINDOW alike AS (PARTITION BY r.state = 'returned')
     ORDER BY r.state = 'returned', r.requested_at DESC LIMIT 1) AS refund,
  CASE o.pay_type WHEN 'online' THEN ${disputedMinor} ELSE 0 END AS "disputedMinor",
  CASE WHEN o.pay_type = 'online' AND o.status <> 'unpaid' THEN (SELECT p.provider_ref FROM payment p
    WHERE p.order_id = o.order_id AND p.state = 'confirmed') END AS "paymentReference"`;

/** Returns whether a statement failed because its chair already has a live order. */
export const isChairOccupied = (error: unknown): boolean => isUniqueViolation(error, "orders_one_live");

const maxNumberAttempts = 5;

/**
 * Inserts orders with their first transitions. A unique index of the table `open_order` ensures that of two
 * concurrent live orders for a chair only one is inserted.
 * @returns false if one of the chairs already has a live order. The caller must then roll back the transaction.
 * @throws Error for an invalid first status, or an order ID that exists
 */
export async function insertOrders(uow: UnitOfWork, orders: readonly NewOrder[]): Promise<boolean> {
  orders.forEach(requireFirstStatus);
  try {
    // A conflict of the random order number is retried with a new number. ON CONFLICT names no column, because each
    // monthly partition has its own index of numbers. A conflict of live orders still throws: its index belongs to
    // the table open_order. A conflict of an order ID remains after any number of attempts.
    let left = orders;
    for (let attempts = 0; left.length > 0; attempts += 1) {
      if (attempts === maxNumberAttempts)
        throw new Error(`orders could not be inserted: ${left.map(({ orderId }) => orderId).join(", ")}`);
      const rows = await insertNumbered(left).rows(uow);
      const written = new Set(rows.map((row) => row.order_id));
      left = left.filter(({ orderId }) => !written.has(orderId));
      if (left.some(({ orderNumber }) => orderNumber !== undefined))
        throw new RepeatTransactionError("an order number exists");
    }
    return true;
  } catch (error) {
    if (isChairOccupied(error)) return false;
    throw error;
  }
}

/**
 * Defers the insertion of an order with its first transitions until the commit, which fails if the chair has another
 * live order (`isChairOccupied`).
 * @throws Error for an invalid first status
 */
export function addOrder(uow: UnitOfWork, order: NewOrder): void {
  requireFirstStatus(order);
  uow.defer(newOrders, [order]);
}

const newOrders: DeferredRows<NewOrder, { order_id: string }> = {
  stage: "orders",
  statement: (orders) => insertNumbered(orders),
  onWritten(_uow, orders, written) {
    // The repetition uses new order numbers.
    if (new Set(written.map((row) => row.order_id)).size < orders.length)
      throw new RepeatTransactionError("an order number exists");
  },
};

function requireFirstStatus({ orderType, status }: NewOrder): void {
  if (!mayBegin(orderType, firstStatus(status)))
    throw new Error(`an order of type ${orderType} may not begin as ${status}`);
}

/** The first status of an order that is inserted as `starting` is `paid`, because both transitions are recorded. */
const firstStatus = (status: NewOrder["status"]) => (status === "starting" ? "paid" : status);

/** Returns a number such as `261121-7KQ2-M9XD`: the UTC day and 40 random bits. A unique index rejects duplicates. */
export function newOrderNumber(at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll("-", "");
  return `${day}-${randomSymbols(4)}-${randomSymbols(4)}`;
}

/**
 * Returns the statement that inserts orders with new order numbers, and returns the IDs of the inserted orders. It omits
 * an order whose ID or number exists.
 */
function insertNumbered(orders: readonly NewOrder[]): SqlQuery<{ order_id: string }> {
  const rows = orders.map((order) => ({ orderNumber: newOrderNumber(order.orderedAt), ...order }));
  const recorded = orders.map(({ orderId, orderedAt, recordedAt = orderedAt }) => ({ orderId, recordedAt }));
  // Rows are inserted in the order of device IDs, which prevents deadlocks between servers.
  return sql<{ order_id: string }>`
    WITH placed AS (
      INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
        price_id, gear, minutes, amount_minor, currency, customer_id, account_id, coupon_id, coupon_property,
        coupon_code, cash_coupon_code, deadline_at, start_deadline_at, parent_order_id, started_at, ends_at, ended_at,
        end_reason)
      SELECT "orderId", "orderNumber", "orderedAt", "deviceId", "outletId", "orderType", "payType", status, "priceId",
        gear, minutes, "amountMinor", currency, "customerId", "accountId", "couponId", "couponProperty", "couponCode",
        "cashCouponCode", "deadlineAt", "startDeadlineAt", "parentOrderId", "startedAt", "endsAt", "endedAt", "endReason"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS o ("orderId" uuid, "orderNumber" text,
        "orderedAt" timestamptz, "deviceId" text, "outletId" text, "orderType" text, "payType" text, status text,
        "priceId" uuid, gear integer, minutes integer, "amountMinor" bigint, currency text, "customerId" uuid,
        "accountId" uuid, "couponId" uuid, "couponProperty" text, "couponCode" text, "cashCouponCode" text,
        "deadlineAt" timestamptz, "startDeadlineAt" timestamptz, "parentOrderId" uuid, "startedAt" timestamptz,
        "endsAt" timestamptz, "endedAt" timestamptz, "endReason" text)
      ORDER BY "deviceId"
      ON CONFLICT DO NOTHING
      RETURNING order_id, status, order_type
    )
    INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
    SELECT order_id, step, from_status, to_status, cause, recorded."recordedAt" FROM placed
    JOIN jsonb_to_recordset(${JSON.stringify(recorded)}::jsonb) AS recorded ("orderId" uuid, "recordedAt" timestamptz)
      ON recorded."orderId" = placed.order_id
    CROSS JOIN LATERAL (VALUES
      (1, NULL, CASE status WHEN 'starting' THEN 'paid' ELSE status END,
        CASE order_type WHEN 'coin' THEN 'coinInserted' ELSE 'ordered' END),
      (2, 'paid', 'starting', 'startSent')
    ) AS transition (step, from_status, to_status, cause)
    WHERE step = 1 OR status = 'starting'
    RETURNING order_id`;
}

export async function findOrder(db: Querier, orderId: string): Promise<OrderRecord | null> {
  return sql<OrderRecord>`
    SELECT ${orderColumns} FROM orders o JOIN outlet USING (outlet_id)
    WHERE o.order_id = ${orderId}`.rowOrNull(db);
}

/** Returns the ID of an order that a person identifies by its ID or number; null if no order has this number. */
export async function findOrderId(db: Querier, idOrNumber: string): Promise<string | null> {
  if (isUuid(idOrNumber)) return idOrNumber;
  const found = await sql<{ order_id: string }>`
    SELECT order_id FROM orders WHERE order_number = ${idOrNumber.toUpperCase()}`.rowOrNull(db);
  return found?.order_id ?? null;
}

/**
 * Locks an order until the transaction ends. For an extension, the extended order (`parent`) is locked first.
 * @returns null if the order does not exist
 */
export async function lockOrder(uow: UnitOfWork, orderId: string): Promise<OrderWithParent | null> {
  const found = await sql<{ parent_order_id: string | null }>`
    SELECT parent_order_id FROM orders WHERE order_id = ${orderId}`.rowOrNull(uow);
  const parentId = found?.parent_order_id ?? null;
  // Two calls instead of one sorted by ID: if the clocks of servers differ, the ID of an extension may be lower
  // than the ID of its parent.
  const [parent = null] = parentId === null ? [] : await lockOrders(uow, [parentId]);
  const [order] = await lockOrders(uow, [orderId]);
  return order ? { ...order, parent } : null;
}

/**
 * Locks orders, then their open extensions, sorted by ID, which prevents deadlocks. Unknown IDs are ignored. `refund`,
 * `takenBy`, and `paymentReference` are from the start of the statement, and may therefore be older than the lock.
 */
export async function lockOrders(uow: UnitOfWork, orderIds: readonly string[]): Promise<LockedOrder[]> {
  if (orderIds.length === 0) return [];
  const found = await sql<OrderRecord>`
    SELECT ${orderColumns} FROM unnest(${orderIds}::uuid[]) AS requested (order_id)
    JOIN orders o ON o.order_id = requested.order_id JOIN outlet ON outlet.outlet_id = o.outlet_id
    ORDER BY o.order_id FOR UPDATE OF o`.rows(uow);
  const extended = found.flatMap(({ orderId, extendedMinutes }) =>
    extendedMinutes === null ? [] : [orderId],
  );
  const extensions = extended.length === 0 ? null : await lockOpenExtensions(uow, extended);
  return found.map((order) => ({ ...order, extensions: extensions?.get(order.orderId) ?? [] }));
}

/** Locks the open extensions of locked orders. @returns them by extended order, oldest first */
async function lockOpenExtensions(
  uow: UnitOfWork,
  orderIds: readonly string[],
): Promise<Map<string, OrderRecord[]>> {
  const found = await sql<OrderRecord & { parentOrderId: string }>`
    SELECT ${orderColumns} FROM open_order AS open
    JOIN orders o ON o.order_id = open.order_id JOIN outlet ON outlet.outlet_id = o.outlet_id
    WHERE open.extends_order_id = ANY(${orderIds}::uuid[]) ORDER BY o.order_id FOR UPDATE OF o`.rows(uow);
  return Map.groupBy(found, ({ parentOrderId }) => parentOrderId);
}

/** Returns the live orders of the given chairs without locking them. */
export async function findLiveOrders(
  db: Querier,
  deviceIds: readonly string[],
): Promise<{ readonly orderId: string; readonly deviceId: string }[]> {
  return sql<{ orderId: string; deviceId: string }>`
    SELECT order_id AS "orderId", holds_device_id AS "deviceId" FROM open_order
    WHERE holds_device_id = ANY(${deviceIds}::text[])`.rows(db);
}

/** Returns the IDs of the orders of coins' runs, which their chairs identify by another ID. */
export async function findCoinOrderIds(
  db: Querier,
  runs: readonly { readonly deviceId: string; readonly runId: string }[],
): Promise<string[]> {
  const found = await sql<{ orderId: string }>`
    SELECT run.order_id AS "orderId" FROM coin_run run
    JOIN jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS r ("deviceId" text, "runId" text)
      ON run.device_id = r."deviceId" AND run.run_id = r."runId"
    WHERE run.order_id IS NOT NULL`.rows(db);
  return found.map(({ orderId }) => orderId);
}

/**
 * Returns the IDs of at most `limit` orders whose deadline has passed, earliest deadline first, without locking
 * them.
 */
export async function dueOrderIds(
  db: Querier,
  now: Date,
  { limit, except = [] }: { readonly limit: number; readonly except?: readonly string[] },
): Promise<string[]> {
  const due = await sql<{ order_id: string }>`
    SELECT order_id FROM open_order WHERE deadline_at <= ${now} AND order_id <> ALL(${except}::uuid[])
    ORDER BY deadline_at LIMIT ${limit}`.rows(db);
  return due.map((row) => row.order_id);
}

export async function setDeadline(uow: UnitOfWork, orderId: string, deadlineAt: Date): Promise<void> {
  await sql`UPDATE orders SET deadline_at = ${deadlineAt} WHERE order_id = ${orderId}`.execute(uow);
}

export async function addRefunded(uow: UnitOfWork, orderId: string, amountMinor: number): Promise<void> {
  await sql`
    UPDATE orders SET refunded_minor = refunded_minor + ${amountMinor}
    WHERE order_id = ${orderId}`.execute(uow);
}

/**
 * Creates the missing monthly partitions for orders from `first` to `last`. Attaching a partition locks the tables whose
 * foreign keys reference orders, which can deadlock with a running server, so this needs a transaction that is retried.
 * @returns the number of created partitions
 */
export async function createOrderMonths(uow: UnitOfWork, first: Date, last: Date): Promise<number> {
  const { months } = await sql<{ months: number }>`
    SELECT make_order_months(${first}, ${last}) AS months`.firstRow(uow);
  return months;
}
