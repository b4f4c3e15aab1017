import { isUniqueViolation } from "#platform/postgres/database-errors.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { type OrderMove, requireInGraph, writeMoves } from "./order-moves-store.ts";

/** Returns whether a statement failed because its chair already has a live order. */
export const isChairOccupied = (error: unknown): boolean => isUniqueViolation(error, "orders_one_live");

/**
 * Makes an order with a confirmed payment the live order of its chair. Unlike `moveOrder`, it writes immediately.
 * @returns false if the chair has another live order. In that case nothing is changed, and the caller can refund the
 *   payment in the same transaction.
 */
export async function occupyChair(
  uow: UnitOfWork,
  moves: readonly [OrderMove & { to: "paid" }, ...OrderMove[]],
): Promise<boolean> {
  moves.forEach(requireInGraph);
  await sql`SAVEPOINT before_live`.execute(uow);
  try {
    await writeMoves(moves).execute(uow);
    return true;
  } catch (error) {
    if (!isChairOccupied(error)) throw error;
    await sql`ROLLBACK TO SAVEPOINT before_live`.execute(uow);
    return false;
  }
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
