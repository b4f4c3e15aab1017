import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";
import { disputedMinor } from "#features/orders/record/orders-store.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { OrderMoney } from "./benefit-rules.ts";

// SQL expressions for the row `o` of orders, in minor units.
const received = sql`CASE WHEN o.status IN ('unpaid', 'cancelled') THEN 0 ELSE o.amount_minor END`;
/** Includes refunds that are requested, but not returned yet. */
const returned = sql`
  (SELECT coalesce(sum(r.amount_minor), 0)::bigint FROM refund r WHERE r.order_id = o.order_id)`;
/** A coupon for a free massage counts with the price of the order. */
const given = sql`
  (SELECT coalesce(sum(coalesce(g.value_minor, o.amount_minor)), 0)::bigint FROM gift_coupon g
    WHERE g.order_id = o.order_id AND g.state IN ('given', 'approved'))`;
const transferred = sql`
  coalesce((SELECT part.value_minor FROM transfer_part part WHERE part.order_id = o.order_id), 0)`;

/** Returns the money of an order, which changes only under the order's lock: a caller that gives something holds it. */
export async function moneyOfOrder(db: Querier, orderId: string): Promise<OrderMoney> {
  const money = await sql<OrderMoney>`
    SELECT ${received} AS "receivedMinor", ${returned} AS "returnedMinor",
      ${disputedMinor} AS "disputedMinor", ${given} AS "givenMinor", ${transferred} AS "transferredMinor"
    FROM orders o WHERE o.order_id = ${orderId}`.rowOrNull(db);
  return (
    money ?? { receivedMinor: 0, returnedMinor: 0, disputedMinor: 0, givenMinor: 0, transferredMinor: 0 }
  );
}

/** Returns whether the outlet still has money of an online payment of this customer. */
export async function hasPaidBefore(db: Querier, customerId: string): Promise<boolean> {
  return sql`
    SELECT FROM orders o JOIN payment p ON p.order_id = o.order_id
    WHERE o.customer_id = ${customerId} AND p.state = 'confirmed' AND p.amount_minor > ${returned} + ${disputedMinor}
    LIMIT 1`.hasRows(db);
}

/** Statuses of orders that were started, or are about to be. */
const startedStatuses: readonly OrderStatus[] = ["paid", "starting", "running", "completed"];
const keepsPayment = sql`o.status = ANY(${startedStatuses}::text[])
  AND (o.amount_minor = 0 OR o.amount_minor > ${returned} + ${disputedMinor})`;

/**
 * Returns whether the customer has an order that was started with a coupon or as a transfer, or with money that was not
 * refunded; or has unexpired access to such an order that was placed in another browser.
 */
export async function hasStartedOrder(db: Querier, customerId: string, now: Date): Promise<boolean> {
  return sql`
    SELECT 1 FROM orders o WHERE o.customer_id = ${customerId} AND ${keepsPayment}
    UNION ALL
    SELECT 1 FROM customer_order_grant AS granted JOIN orders o USING (order_id)
    WHERE granted.customer_id = ${customerId} AND granted.expires_at > ${now} AND ${keepsPayment}
    LIMIT 1`.hasRows(db);
}
