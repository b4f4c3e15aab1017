import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { OrderRecord } from "./order-record.ts";
import { orderColumns } from "./orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

type Parent = Pick<OrderRecord, "orderId" | "orderedAt">;

/**
 * An extension is placed while its order runs, at most ten hours after the start. Two days limit the search to at most
 * two monthly partitions.
 */
const searchWindowMs = 48 * 3_600_000;
/** The clocks of servers differ, so the ID of an extension may contain an earlier time than its order. */
const maxClockDifferenceMs = 3_600_000;

const isExtensionOf = ({ orderId, orderedAt }: Parent) => sql`
  o.parent_order_id = ${orderId} AND o.order_id > ${firstIdAt(new Date(orderedAt.getTime() - maxClockDifferenceMs))}::uuid
    AND o.order_id < ${firstIdAt(new Date(orderedAt.getTime() + searchWindowMs))}::uuid`;

/** Returns the latest extensions, newest first, whether open or ended. */
export async function latestExtensions(db: Querier, parent: Parent, limit: number): Promise<OrderRecord[]> {
  return sql<OrderRecord>`
    SELECT ${orderColumns} FROM orders o JOIN outlet ON outlet.outlet_id = o.outlet_id
    WHERE ${isExtensionOf(parent)} ORDER BY o.order_id DESC LIMIT ${limit}`.rows(db);
}

/**
 * Returns failed and refunded extensions that the chair may have applied, because it has neither refused them nor
 * reported them as expired.
 */
export async function unconfirmedExtensions(
  db: Querier,
  parent: Parent,
): Promise<{ readonly orderId: string; readonly minutes: number }[]> {
  return sql<{ orderId: string; minutes: number }>`
    SELECT o.order_id AS "orderId", o.minutes FROM orders o
    JOIN chair_command c ON c.extension_order_id = o.order_id
    WHERE ${isExtensionOf(parent)} AND o.status IN ('failed', 'refunded')
      AND (c.outcome IS NULL OR c.outcome IN ('done', 'duplicate'))
    ORDER BY o.order_id`.rows(db);
}

/**
 * Marks an order as extended, so that `lockOrders` also locks its extensions. `extended_minutes` is null if no
 * extension was ordered, and 0 if none has been applied yet.
 */
export async function markExtended(uow: UnitOfWork, orderId: string): Promise<void> {
  await sql`
    UPDATE orders SET extended_minutes = 0
    WHERE order_id = ${orderId} AND extended_minutes IS NULL`.execute(uow);
}

/** Stores the minutes of all applied extensions, and the new end and deadline of the run. */
export async function extendRun(
  uow: UnitOfWork,
  orderId: string,
  { extendedMinutes, endsAt, deadlineAt }: { extendedMinutes: number; endsAt: Date; deadlineAt: Date },
): Promise<void> {
  await sql`
    UPDATE orders SET extended_minutes = ${extendedMinutes}, ends_at = ${endsAt}, deadline_at = ${deadlineAt}
    WHERE order_id = ${orderId}`.execute(uow);
}
