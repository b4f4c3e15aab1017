import {
  type OrderStatus,
  type PayType,
  payTypes as everyPayType,
} from "@reposo/contract/orders/order-values.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";

/** Filters of order counts in addition to outlet and time; undefined selects all. */
export interface OrderTraits {
  readonly deviceId?: string | undefined;
  readonly statuses?: readonly OrderStatus[] | undefined;
  readonly payTypes?: readonly PayType[] | undefined;
}

/**
 * Returns the SQL condition for the given filters, for the tables of orders, open orders, and roll-ups by chair.
 * @param prefix the alias of the table with a dot, for a query with several tables
 */
export const matches = ({ deviceId, statuses, payTypes }: OrderTraits, prefix = sql``): SqlQuery =>
  sql.join(
    [
      sql`true`,
      ...(deviceId === undefined ? [] : [sql`${prefix}device_id = ${deviceId}`]),
      ...(statuses === undefined ? [] : [sql`${prefix}status = ANY(${statuses}::text[])`]),
      ...(payTypes === undefined ? [] : [sql`${prefix}pay_type = ANY(${payTypes}::text[])`]),
    ],
    sql` AND `,
  );

/**
 * SQL condition on an order with the alias `o`: its time was corrected and differs from the time in its ID.
 * `moved_order` contains only these few orders.
 */
export const isMoved = sql`EXISTS (SELECT FROM moved_order moved WHERE moved.order_id = o.order_id)`;

interface OutletColumn {
  readonly name: string;
  readonly status: OrderStatus;
  readonly payTypes: readonly PayType[];
}

/** The columns of a row of `outlet_order_rollup`. Each column counts one kind of ended orders. */
const outletColumns: readonly OutletColumn[] = [
  { name: "completed_online", status: "completed", payTypes: ["online"] },
  { name: "completed_cash", status: "completed", payTypes: ["cash", "coin", "cashCoupon"] },
  { name: "completed_free", status: "completed", payTypes: ["coupon"] },
  { name: "completed_transfer", status: "completed", payTypes: ["transfer"] },
  { name: "cancelled", status: "cancelled", payTypes: everyPayType },
  { name: "failed", status: "failed", payTypes: everyPayType },
  { name: "refunded", status: "refunded", payTypes: everyPayType },
];

/** A roll-up with counts of ended orders. Each row (cell) that satisfies the condition counts at least one order. */
export interface CellSource {
  readonly table: SqlQuery<unknown>;
  /** Expression for the number of matching orders of a row. */
  readonly orders: SqlQuery<unknown>;
  readonly condition: SqlQuery<unknown>;
}

/**
 * Returns the roll-ups whose cells add up to the ended orders that match the filters. The roll-up by chair has many
 * more cells (by chair, pay type, and status), so it is read only for what the roll-up by outlet does not distinguish.
 */
export function cellSources({ deviceId, statuses, payTypes }: OrderTraits): CellSource[] {
  const ownColumns: OutletColumn[] = [];
  /** Statuses to read from the roll-up by chair. The key contains the selected pay types, separated by commas. */
  const statusesByPayTypes = new Map<string, OrderStatus[]>();
  for (const { name, status, payTypes: counted } of outletColumns) {
    const selected = counted.filter((payType) => payTypes?.includes(payType) ?? true);
    if (selected.length === 0 || !(statuses?.includes(status) ?? true)) continue;
    if (deviceId === undefined && selected.length === counted.length)
      ownColumns.push({ name, status, payTypes: counted });
    else {
      // For a single chair, all columns have the same key, so that one query reads them.
      const key = deviceId === undefined ? selected.join() : (payTypes ?? everyPayType).join();
      statusesByPayTypes.set(key, [...new Set(statusesByPayTypes.get(key)).add(status)]);
    }
  }
  const sources = [...statusesByPayTypes].map(([key, ends]) => ({
    table: sql`order_rollup`,
    orders: sql`orders`,
    condition: sql`orders > 0 AND ${matches({ deviceId, statuses: ends, payTypes: key.split(",") as PayType[] })}`,
  }));
  if (ownColumns.length === 0) return sources;
  const sum = sql`(${sql.join(
    ownColumns.map(({ name }) => sql.identifier(name)),
    sql` + `,
  )})`;
  return [{ table: sql`outlet_order_rollup`, orders: sum, condition: sql`${sum} > 0` }, ...sources];
}
