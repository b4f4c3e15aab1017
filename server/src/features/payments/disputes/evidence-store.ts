import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";

export interface OrderEvidence {
  readonly orderId: string;
  /** The order whose massage this order extended; null if it did not. */
  readonly parentOrderId: string | null;
  readonly orderNumber: string;
  readonly orderedAt: Date;
  readonly status: OrderStatus;
  readonly minutes: number;
  readonly gear: number;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly currency: Currency;
  readonly deviceId: string;
  readonly outletName: string;
  readonly timeZone: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Null if the order was not paid online. */
  readonly provider: string | null;
  readonly providerRef: string | null;
  readonly paidAt: Date | null;
}

export async function findOrderEvidence(db: Querier, orderId: string): Promise<OrderEvidence | null> {
  return sql<OrderEvidence>`
    SELECT o.order_id AS "orderId", o.parent_order_id AS "parentOrderId", o.order_number AS "orderNumber", o.ordered_at AS "orderedAt", o.status, o.minutes,
      o.gear, o.amount_minor AS "amountMinor", o.refunded_minor AS "refundedMinor", o.currency,
      o.device_id AS "deviceId", outlet.name AS "outletName", outlet.time_zone AS "timeZone",
      o.started_at AS "startedAt", o.ended_at AS "endedAt", p.provider, p.provider_ref AS "providerRef",
      CASE WHEN p.state = 'confirmed' THEN p.settled_at END AS "paidAt"
    FROM orders o JOIN outlet USING (outlet_id) LEFT JOIN payment p USING (order_id)
    WHERE o.order_id = ${orderId}`.rowOrNull(db);
}

export interface TransitionEvidence {
  readonly at: Date;
  readonly status: OrderStatus;
  readonly cause: string;
}

export const listTransitions = (db: Querier, orderId: string): Promise<TransitionEvidence[]> =>
  sql<TransitionEvidence>`
    SELECT at, to_status AS status, cause FROM order_transition WHERE order_id = ${orderId} ORDER BY step`.rows(
    db,
  );

export interface CommandEvidence {
  readonly sentAt: Date;
  readonly type: string;
  readonly gear: number | null;
  readonly seconds: number | null;
  readonly repliedAt: Date | null;
  readonly outcome: string | null;
  readonly reason: string | null;
}

export const listCommands = (db: Querier, orderId: string): Promise<CommandEvidence[]> =>
  sql<CommandEvidence>`
  SELECT created_at AS "sentAt", type, gear, seconds, replied_at AS "repliedAt", outcome, reason
  FROM chair_command WHERE order_id = ${orderId} OR extension_order_id = ${orderId} ORDER BY created_at, attempt`.rows(
    db,
  );

export interface EventEvidence {
  readonly occurredAt: Date;
  readonly receivedAt: Date;
  readonly type: string;
  readonly seconds: number | null;
  readonly reason: string | null;
}

export const listEvents = (
  db: Querier,
  { orderId, parentOrderId, deviceId }: Pick<OrderEvidence, "orderId" | "parentOrderId" | "deviceId">,
): Promise<EventEvidence[]> =>
  sql<EventEvidence>`
  SELECT occurred_at AS "occurredAt", received_at AS "receivedAt", type, (payload->>'seconds')::int AS seconds,
    coalesce(payload->>'reason', payload->>'fault') AS reason
  FROM chair_event WHERE device_id = ${deviceId} AND payload->>'orderId' IN (${orderId}::text, ${parentOrderId ?? orderId}::text)
  ORDER BY occurred_at, epoch, seq`.rows(db);

export interface RefundEvidence {
  readonly requestedAt: Date;
  readonly returnedAt: Date | null;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly providerRef: string | null;
}

export const listRefunds = (db: Querier, orderId: string): Promise<RefundEvidence[]> =>
  sql<RefundEvidence>`
  SELECT requested_at AS "requestedAt", returned_at AS "returnedAt", amount_minor AS "amountMinor", currency,
    provider_ref AS "providerRef"
  FROM refund WHERE order_id = ${orderId} ORDER BY requested_at, refund_id`.rows(db);

export interface FeedbackEvidence {
  readonly at: Date;
  readonly reference: string;
  readonly from: "customer" | "manager";
  readonly text: string;
}

/** Lists the complaints about an order and the answers, oldest first. */
export const listFeedback = (db: Querier, orderId: string): Promise<FeedbackEvidence[]> =>
  sql<FeedbackEvidence>`
  SELECT created_at AS at, reference, CASE WHEN customer_id IS NULL THEN 'manager' ELSE 'customer' END AS "from",
    concat_ws(' · ', problem_type, nullif(problem, ''), nullif(abnormal, '')) AS text
  FROM feedback WHERE order_id = ${orderId}
  UNION ALL
  SELECT a.answered_at, f.reference, 'manager', a.answer
  FROM feedback f JOIN feedback_answer a USING (feedback_id) WHERE f.order_id = ${orderId}
  ORDER BY 1`.rows(db);
