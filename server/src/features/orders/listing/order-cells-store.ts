import { type OrderStatus, type PayType, payTypes as everyPayType } from "@reposo/contract/orders/orders.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";

/** Filters of order counts other than outlet and time. */
export interface OrderTraits {
  readonly deviceId?: string | undefined;
  readonly statuses?: readonly OrderStatus[] | undefined;
  readonly payTypes?: readonly PayType[] | undefined;
}

/** A condition on orders, open orders, or chairs' cells. */
export const matches = ({ deviceId, statuses, payTypes }: OrderTraits): SqlQuery<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(deviceId === undefined ? [] : [sql`device_id = ${deviceId}`]),
      ...(statuses === undefined ? [] : [sql`status = ANY(${statuses}::text[])`]),
      ...(payTypes === undefined ? [] : [sql`pay_type = ANY(${payTypes}::text[])`]),
    ],
    sql` AND `,
  );

interface OutletColumn {
  readonly name: string;
  readonly status: OrderStatus;
  readonly payTypes: readonly PayType[];
}

/** The columns of an outlet's cell; each counts one kind of ended orders. */
const outletColumns: readonly OutletColumn[] = [
  { name: "completed_online", status: "completed", payTypes: ["online"] },
  { name: "completed_cash", status: "completed", payTypes: ["cash", "coin", "cashCoupon"] },
  { name: "completed_free", status: "completed", payTypes: ["coupon"] },
  { name: "cancelled", status: "cancelled", payTypes: everyPayType },
  { name: "failed", status: "failed", payTypes: everyPayType },
  { name: "refunded", status: "refunded", payTypes: everyPayType },
];

/** A table with counts of ended orders. Each row that satisfies the condition has at least one order. */
export interface CellSource {
  readonly table: SqlQuery<unknown>;
  readonly orders: SqlQuery<unknown>;
  readonly condition: SqlQuery<unknown>;
}

/**
 * Selects cells that add up to the ended orders with these traits. An outlet has a hundred chairs and ten kinds of
 * orders, so the chairs' cells are read only for what the outlet's cells cannot distinguish.
 */
export function cellSources({ deviceId, statuses, payTypes }: OrderTraits): CellSource[] {
  const ownColumns: OutletColumn[] = [];
  /** Statuses by the selected pay types of their column, which may be a part of the column's pay types. */
  const statusesByPayTypes = new Map<string, OrderStatus[]>();
  for (const { name, status, payTypes: counted } of outletColumns) {
    const selected = counted.filter((payType) => payTypes?.includes(payType) ?? true);
    if (selected.length === 0 || !(statuses?.includes(status) ?? true)) continue;
    if (deviceId === undefined && selected.length === counted.length)
      ownColumns.push({ name, status, payTypes: counted });
    else {
      // For a single chair, all pay types are read at once.
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
