import { sql } from "#platform/postgres/sql.ts";

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

/** Columns of an `OrderRecord`, for the same query. */
export const orderColumns = sql`${listedOrderColumns},
  o.customer_id AS "customerId", o.account_id AS "accountId", o.coupon_id AS "couponId",
  o.deadline_at AS "deadlineAt", o.start_deadline_at AS "startDeadlineAt",
  CASE WHEN o.pay_type = 'cash' THEN (SELECT a.display_name FROM account a
    WHERE a.account_id = o.account_id) END AS "takenBy",
  (SELECT jsonb_build_object('state', r.state, 'amountMinor', r.amount_minor)
     FROM refund r WHERE r.order_id = o.order_id ORDER BY r.requested_at DESC LIMIT 1) AS refund,
  CASE WHEN o.pay_type = 'online' AND o.status <> 'unpaid' THEN (SELECT p.provider_ref FROM payment p
    WHERE p.order_id = o.order_id AND p.state = 'confirmed') END AS "paymentReference"`;
