import { newestOfChair } from "#features/devices/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

export interface HistoryStep {
  readonly at: Date;
  /** The action that the audit trail records, for example `feedback.answered`. */
  readonly what: string;
  /** Name of the manager who took the step; null for a step of the customer. */
  readonly by: string | null;
}

export async function selectHistory(db: Querier, feedbackId: string): Promise<HistoryStep[]> {
  return sql<HistoryStep>`
    SELECT e.at, e.action AS what, a.display_name AS by
    FROM audit_entry e LEFT JOIN account a ON e.actor = 'manager:' || a.account_id
    WHERE e.subject = ${`feedback:${feedbackId}`} ORDER BY e.audit_id`.rows(db);
}

export interface OrderStep {
  readonly at: Date;
  readonly status: string;
  readonly cause: string;
}

export async function selectOrderHistory(db: Querier, orderId: string): Promise<OrderStep[]> {
  return sql<OrderStep>`
    SELECT at, to_status AS status, cause FROM order_transition WHERE order_id = ${orderId}
    ORDER BY step`.rows(db);
}

export interface ChairOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly orderedAt: Date;
  readonly status: string;
  /** Null if the order has not ended. */
  readonly endReason: string | null;
  readonly feedbacks: number;
}

const ordersShown = 10;

/**
 * Returns the latest orders of a chair at an outlet, newest first, which show whether other customers had problems
 * too.
 */
export async function lastOrdersOfChair(
  db: Querier,
  deviceId: string,
  outletId: string,
): Promise<ChairOrder[]> {
  return sql<ChairOrder>`
    SELECT o.order_id AS "orderId", o.order_number AS "orderNumber", o.ordered_at AS "orderedAt", o.status,
      o.end_reason AS "endReason",
      (SELECT count(*)::int FROM feedback f WHERE f.order_id = o.order_id) AS feedbacks
    FROM (${newestOfChair(deviceId, sql`o.outlet_id = ${outletId}`, ordersShown)}) AS newest
    JOIN orders o USING (order_id)
    ORDER BY newest.listed_id DESC`.rows(db);
}
