import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { orderColumns } from "#features/orders/order-columns-store.ts";
import { firstOrderIdAt } from "#features/orders/order-id.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Parent = Pick<OrderRecord, "orderId" | "orderedAt">;

/** The open extensions of orders that the caller has locked, oldest first, by the order they lengthen. */
export async function lockOpenExtensions(
  uow: UnitOfWork,
  parents: readonly Parent[],
): Promise<Map<string, OrderRecord[]>> {
  if (parents.length === 0) return new Map();
  const ids = parents.map(({ orderId }) => orderId);
  const found = await sql<OrderRecord & { parentOrderId: string }>`
    SELECT ${orderColumns} FROM open_order AS open
    JOIN orders o ON o.order_id = open.order_id JOIN outlet ON outlet.outlet_id = o.outlet_id
    WHERE open.extends_order_id = ANY(${ids}::uuid[]) ORDER BY o.order_id FOR UPDATE OF o`.execute(uow);
  return Map.groupBy(found.rows, ({ parentOrderId }) => parentOrderId);
}

/** No run is longer than ten hours, so no month has to be looked through for an extension of an older one. */
const longestRunMs = 48 * 3_600_000;
/** Servers' clocks differ: what was ordered later may bear an earlier time in its id. */
const clocksDifferMs = 3_600_000;

const idsOfExtensions = ({ orderId, orderedAt }: Parent) => sql`
  o.parent_order_id = ${orderId} AND o.order_id > ${firstOrderIdAt(new Date(orderedAt.getTime() - clocksDifferMs))}::uuid
    AND o.order_id < ${firstOrderIdAt(new Date(orderedAt.getTime() + longestRunMs))}::uuid`;

/** Open or ended, newest first. */
export async function latestExtensions(db: Querier, parent: Parent, limit: number): Promise<OrderRecord[]> {
  const found = await sql<OrderRecord>`
    SELECT ${orderColumns} FROM orders o JOIN outlet ON outlet.outlet_id = o.outlet_id
    WHERE ${idsOfExtensions(parent)} ORDER BY o.order_id DESC LIMIT ${limit}`.execute(db);
  return found.rows;
}

/** Extensions that were given up while nobody knew whether the chair had taken them: it never said no. */
export async function doubtedExtensions(
  db: Querier,
  parent: Parent,
): Promise<{ readonly orderId: string; readonly minutes: number }[]> {
  const found = await sql<{ orderId: string; minutes: number }>`
    SELECT o.order_id AS "orderId", o.minutes FROM orders o
    JOIN chair_command c ON c.extension_order_id = o.order_id
    WHERE ${idsOfExtensions(parent)} AND o.status IN ('failed', 'refunded')
      AND (c.outcome IS NULL OR c.outcome IN ('done', 'duplicate'))
    ORDER BY o.order_id`.execute(db);
  return found.rows;
}

/** From now on whoever locks this order looks for extensions. */
export async function noteExtensions(uow: UnitOfWork, orderId: string): Promise<void> {
  await sql`
    UPDATE orders SET extended_minutes = 0
    WHERE order_id = ${orderId} AND extended_minutes IS NULL`.execute(uow);
}

/** The chair took an extension: the run's end moves, and with it the moment at which the server ends it. */
export async function lengthenRun(
  uow: UnitOfWork,
  orderId: string,
  { extendedMinutes, endsAt, deadlineAt }: { extendedMinutes: number; endsAt: Date; deadlineAt: Date },
): Promise<void> {
  await sql`
    UPDATE orders SET extended_minutes = ${extendedMinutes}, ends_at = ${endsAt}, deadline_at = ${deadlineAt}
    WHERE order_id = ${orderId}`.execute(uow);
}
