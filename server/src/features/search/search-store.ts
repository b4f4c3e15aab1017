import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";

type OutletIds = readonly string[];

export const findOutletsByName = (db: Querier, outletIds: OutletIds, name: string, limit: number) =>
  sql<{ areaId: string; areaName: string }>`
    SELECT outlet_id AS "areaId", name AS "areaName" FROM outlet
    WHERE outlet_id = ANY(${outletIds}::text[]) AND strpos(lower(name), ${name}) > 0
    ORDER BY strpos(lower(name), ${name}), name LIMIT ${limit}`.rows(db);

export const findDevicesById = (db: Querier, outletIds: OutletIds, part: string, limit: number) =>
  sql<{ deviceId: string; areaName: string; online: boolean }>`
    SELECT d.device_id AS "deviceId", o.name AS "areaName", d.online
    FROM device d JOIN outlet o USING (outlet_id)
    WHERE d.outlet_id = ANY(${outletIds}::text[]) AND strpos(d.device_id, ${part}) > 0
    ORDER BY strpos(d.device_id, ${part}), d.device_id LIMIT ${limit}`.rows(db);

export interface FoundOrderRow {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly orderedAt: Date;
  readonly deviceId: string;
  readonly areaName: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly status: OrderStatus;
}

/** @param ids a query of `order_id` */
const ordersOf = (db: Querier, outletIds: OutletIds, ids: ReturnType<typeof sql>, limit: number) =>
  sql<FoundOrderRow>`
    SELECT o.order_id AS "orderId", o.order_number AS "orderNumber", o.ordered_at AS "orderedAt",
      o.device_id AS "deviceId", outlet.name AS "areaName", o.amount_minor AS "amountMinor", o.currency, o.status
    FROM (${ids}) AS found JOIN orders o USING (order_id) JOIN outlet USING (outlet_id)
    WHERE o.outlet_id = ANY(${outletIds}::text[])
    ORDER BY o.order_id DESC LIMIT ${limit}`.rows(db);

/** Escapes the wildcards of LIKE. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");

/** More rows with the same beginning than this are told apart by a longer text. */
const maxCandidates = 100;

/**
 * A query of the rows whose `expression` begins with a text. The expression has an index with `text_pattern_ops`, and the
 * limit keeps the planner from scanning a whole table for a short text.
 */
const beginningWith = (
  table: ReturnType<typeof sql>,
  { column, expression, start }: { column: string; expression: ReturnType<typeof sql>; start: string },
) =>
  sql`(SELECT ${sql.identifier(column)} FROM ${table}
    WHERE ${expression} LIKE ${`${literal(start)}%`} LIMIT ${maxCandidates})`;

const dayMs = 86_400_000;

const reversed = (text: string): string => Array.from(text).reverse().join("");

/** Orders whose number ends with `end`. */
export const findOrdersByEnd = (db: Querier, outletIds: OutletIds, end: string, limit: number) =>
  ordersOf(
    db,
    outletIds,
    beginningWith(sql`orders`, {
      column: "order_id",
      expression: sql`reverse(replace(order_number, '-', ''))`,
      start: reversed(end),
    }),
    limit,
  );

const paymentsBeginningWith = (expression: ReturnType<typeof sql>, start: string) =>
  beginningWith(sql`payment`, { column: "order_id", expression, start });

/** Orders whose payment page or payment has, at its provider, an ID that begins with `start`. */
export const findOrdersByPayment = (db: Querier, outletIds: OutletIds, start: string, limit: number) =>
  ordersOf(
    db,
    outletIds,
    sql`${paymentsBeginningWith(sql`upper(replace(provider_ref, '-', ''))`, start)}
      UNION ${paymentsBeginningWith(sql`upper(replace(transaction_ref, '-', ''))`, start)}`,
    limit,
  );

/** Orders that used a coupon whose code begins with `start`. */
export const findOrdersByCoupon = (db: Querier, outletIds: OutletIds, start: string, limit: number) =>
  ordersOf(
    db,
    outletIds,
    sql`SELECT used.order_id FROM ${beginningWith(sql`coupon`, {
      column: "coupon_id",
      expression: sql`replace(code, '-', '')`,
      start,
    })} AS coupon JOIN orders used USING (coupon_id)`,
    limit,
  );

/** Orders of a UTC day whose number begins with `start`, which contains the day. */
export const findOrdersOfDay = (
  db: Querier,
  outletIds: OutletIds,
  { start, from, to }: { readonly start: string; readonly from: string; readonly to: string },
  limit: number,
) =>
  ordersOf(
    db,
    outletIds,
    sql`SELECT o.order_id FROM unnest(${outletIds}::text[]) AS mine (outlet_id)
      CROSS JOIN LATERAL (
        SELECT order_id FROM orders
        WHERE outlet_id = mine.outlet_id AND order_id >= ${from}::uuid AND order_id < ${to}::uuid
          AND starts_with(replace(order_number, '-', ''), ${start})
        ORDER BY order_id DESC LIMIT ${limit}
      ) o`,
    limit,
  );

/**
 * Orders of the last `days` UTC days whose number continues with `middle` after its day. It looks the number up once for
 * each day in the unique indexes of numbers, which begin with the day, so that no index of middles is needed.
 * @param today the beginning of the last UTC day
 */
export const findOrdersByMiddle = (
  db: Querier,
  outletIds: OutletIds,
  { middle, today, days }: { readonly middle: string; readonly today: Date; readonly days: number },
  limit: number,
) => {
  const starts = Array.from({ length: days }, (_, ago) => {
    const day = new Date(today.getTime() - ago * dayMs).toISOString().slice(2, 10).replaceAll("-", "");
    return `${day}-${middle}`;
  });
  return ordersOf(
    db,
    outletIds,
    // As an array, because the planner expects so many rows of a query that it would read all orders to join them.
    sql`SELECT unnest(ARRAY(
      SELECT o.order_id FROM unnest(${starts}::text[]) AS number (start)
      CROSS JOIN LATERAL (
        SELECT order_id FROM orders
        -- The partitions of these days.
        WHERE order_id >= ${firstIdAt(new Date(today.getTime() - days * dayMs))}::uuid
          AND order_id < ${firstIdAt(new Date(today.getTime() + dayMs))}::uuid
          -- Bounds for any collation. The end is longer than the rest of a number.
          AND order_number >= number.start AND order_number <= number.start || 'ZZZZZZZZZ'
          AND starts_with(order_number, number.start)
        -- The order makes the planner read the index of numbers.
        ORDER BY order_number LIMIT ${maxCandidates}
      ) o LIMIT ${maxCandidates}
    )) AS order_id`,
    limit,
  );
};

export interface FoundFeedbackRow {
  readonly feedbackId: string;
  readonly reference: string;
  readonly createdAt: Date;
  readonly deviceId: string;
  readonly areaName: string;
}

/** Feedback whose reference contains the number, or with which a coupon was given whose code begins with `code`. */
export const findFeedbackByReference = (
  db: Querier,
  outletIds: OutletIds,
  { number, code }: { readonly number: string; readonly code: string },
  limit: number,
) =>
  sql<FoundFeedbackRow>`
    SELECT f.feedback_id AS "feedbackId", f.reference, f.created_at AS "createdAt", f.device_id AS "deviceId",
      outlet.name AS "areaName"
    FROM feedback f JOIN outlet USING (outlet_id)
    WHERE f.outlet_id = ANY(${outletIds}::text[])
      AND (strpos(replace(f.reference, '-', ''), ${number}) > 0
        OR starts_with(replace(f.coupon_code, '-', ''), ${code}))
    ORDER BY f.created_at DESC LIMIT ${limit}`.rows(db);
