import { later } from "#features/orders/record/order-dependencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface UnpaidOrderSource {
  /** ID of the customer, or of a manager's account. */
  readonly senderId: string;
  readonly addressHash: Buffer;
  readonly deviceId: string;
}

/**
 * Acquires advisory locks of the sender, the chair, and if necessary the IP address until the transaction ends, so that
 * their unpaid orders are placed one after another. The fixed lock order prevents deadlocks.
 */
export async function lockUnpaidCounts(
  uow: UnitOfWork,
  { senderId, addressHash, deviceId }: UnpaidOrderSource,
  { locksAddress }: { readonly locksAddress: boolean },
): Promise<void> {
  const ofAddress = locksAddress ? [`address ${addressHash.toString("hex")}`] : [];
  const keys = [`sender ${senderId}`, ...ofAddress, `chair ${deviceId}`];
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('unpaid ' || key, 0))
    FROM unnest(${keys}::text[]) AS key`.execute(uow);
}

export interface UnpaidCounts {
  readonly ofSender: number;
  readonly ofAddress: number;
  readonly ofChair: number;
  readonly ofAddressOnChair: number;
}

/**
 * Counts the orders that were placed unpaid since an instant and never paid, including cancelled ones. The counts are
 * exact only after `lockUnpaidCounts`.
 */
export async function countUnpaid(
  db: Querier,
  { senderId, addressHash, deviceId }: UnpaidOrderSource,
  since: Date,
): Promise<UnpaidCounts> {
  return sql<UnpaidCounts>`
    SELECT
      (SELECT count(*)::int FROM unpaid_order
        WHERE sender_id = ${senderId} AND placed_at > ${since}) AS "ofSender",
      (SELECT count(*)::int FROM unpaid_order
        WHERE address_hash = ${addressHash} AND placed_at > ${since}) AS "ofAddress",
      (SELECT count(*)::int FROM unpaid_order
        WHERE device_id = ${deviceId} AND placed_at > ${since}) AS "ofChair",
      (SELECT count(*)::int FROM unpaid_order
        WHERE device_id = ${deviceId} AND address_hash = ${addressHash} AND placed_at > ${since})
        AS "ofAddressOnChair"`.firstRow(db);
}

/**
 * Returns when one more unpaid order is allowed, because enough of the counted orders have left the time window.
 * Null if no more than `excess` orders are in the window.
 * @param excess number of counted orders beyond the limit
 */
export async function nextUnpaidAt(
  db: Querier,
  { senderId, addressHash, deviceId }: Partial<UnpaidOrderSource>,
  { since, windowMs, excess }: { since: Date; windowMs: number; excess: number },
): Promise<Date | null> {
  const found = await sql<{ placedAt: Date }>`
    SELECT placed_at AS "placedAt" FROM unpaid_order
    WHERE placed_at > ${since}
      AND (${senderId ?? null}::uuid IS NULL OR sender_id = ${senderId ?? null}::uuid)
      AND (${addressHash ?? null}::bytea IS NULL OR address_hash = ${addressHash ?? null}::bytea)
      AND (${deviceId ?? null}::text IS NULL OR device_id = ${deviceId ?? null}::text)
    ORDER BY placed_at OFFSET ${excess} LIMIT 1`.rowOrNull(db);
  return found && later(found.placedAt, windowMs);
}

export async function insertUnpaid(
  uow: UnitOfWork,
  { senderId, addressHash, deviceId }: UnpaidOrderSource,
  order: { orderId: string; couponId: string | null; orderedAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO unpaid_order (order_id, sender_id, address_hash, device_id, coupon_id, placed_at)
    VALUES (${order.orderId}, ${senderId}, ${addressHash}, ${deviceId}, ${order.couponId},
      ${order.orderedAt})`.execute(uow);
}

export async function deleteUnpaid(uow: UnitOfWork, orderId: string): Promise<void> {
  await sql`DELETE FROM unpaid_order WHERE order_id = ${orderId}`.execute(uow);
}

/** Deletes the records of orders that were placed before an instant and are no longer open. */
export async function purgeUnpaidRecords(db: Querier, before: Date): Promise<void> {
  await sql`
    DELETE FROM unpaid_order WHERE order_id IN (
      SELECT u.order_id FROM unpaid_order u WHERE placed_at < ${before}
        AND NOT EXISTS (SELECT FROM open_order o WHERE o.order_id = u.order_id)
      -- Skips locked rows to prevent a deadlock with another server, which may purge them in another order.
      FOR UPDATE OF u SKIP LOCKED)`.execute(db);
}

const purgeBatchSize = 500;

/**
 * Purges a batch of cancelled orders that were never paid, were placed before an instant and at least 30 days ago,
 * and have no feedback, refund, refund request, gift coupon, case for the operator, chair command, or extension.
 * @returns whether more may be left
 */
export async function purgeUnpaidOrders(db: Querier, before: Date): Promise<boolean> {
  const { orders } = await sql<{ orders: number }>`
    SELECT purge_unpaid_orders(${before}, ${purgeBatchSize}) AS orders`.firstRow(db);
  return orders === purgeBatchSize;
}

export interface CouponReservations {
  /** Number of unpaid orders that reserve a use of the coupon. */
  readonly reserved: number;
  readonly ofSender: number;
  readonly ofAddress: number;
  /** Number of uses that are neither redeemed nor reserved. `uses_taken` includes reserved uses. */
  readonly free: number;
  /** Earliest deadline of the unpaid orders that reserve a use; null if no order reserves one. */
  readonly freeAt: Date | null;
}

/** Counts the reservations of a coupon. The counts are exact only while the coupon is locked. */
export async function countReservations(
  db: Querier,
  couponId: string,
  { senderId, addressHash }: { readonly senderId: string | null; readonly addressHash?: Buffer },
): Promise<CouponReservations> {
  const counted = await sql<CouponReservations>`
    SELECT count(o.order_id)::int AS reserved, c.max_uses - c.uses_taken AS free, min(o.deadline_at) AS "freeAt",
      count(o.order_id) FILTER (WHERE u.sender_id = ${senderId}::uuid)::int AS "ofSender",
      count(o.order_id) FILTER (WHERE u.address_hash = ${addressHash ?? null}::bytea)::int AS "ofAddress"
    FROM coupon c LEFT JOIN unpaid_order u ON u.coupon_id = c.coupon_id
      LEFT JOIN open_order o ON o.order_id = u.order_id AND o.status = 'unpaid'
    WHERE c.coupon_id = ${couponId} GROUP BY c.coupon_id`.rowOrNull(db);
  return counted ?? { reserved: 0, ofSender: 0, ofAddress: 0, free: 0, freeAt: null };
}

/** Returns the ID of the sender's unpaid order that reserves a use of the coupon and is not an extension, or null. */
export async function findReservation(
  db: Querier,
  couponId: string,
  senderId: string,
): Promise<string | null> {
  const found = await sql<{ orderId: string }>`
    SELECT u.order_id AS "orderId" FROM unpaid_order u JOIN open_order o ON o.order_id = u.order_id
    WHERE u.coupon_id = ${couponId} AND u.sender_id = ${senderId} AND o.status = 'unpaid'
      AND o.extends_order_id IS NULL
    LIMIT 1`.rowOrNull(db);
  return found?.orderId ?? null;
}

/** Removes the coupon reservation of an order. The order still counts towards the limits of unpaid orders. */
export async function clearReservation(uow: UnitOfWork, orderId: string): Promise<void> {
  await sql`UPDATE unpaid_order SET coupon_id = NULL WHERE order_id = ${orderId}`.execute(uow);
}
