import { importOrders } from "@reposo/server/demo/history/past-orders-store.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";
import { newIdAt } from "@reposo/server/platform/keys/ids-by-time.ts";

const minute = 60_000;
const rowsAtOnce = 1_000;
const payTypes = ["cash", "online", "coin", "online", "cashCoupon", "coin", "coupon"] as const;

interface PastOrders {
  readonly outletId: string;
  readonly deviceIds: readonly string[];
  readonly count: number;
  readonly everyMinutes?: number;
  /** By default the current time. */
  readonly before?: Date;
}

/**
 * Inserts ended orders at even intervals before a time, with every payment method and end reason.
 * @returns the orders, newest first
 */
export async function addPastOrders(
  database: Database,
  { count, before = systemClock.now(), ...options }: PastOrders,
) {
  const orders = Array.from({ length: count }, (_, at) => pastOrder(at + 1, before, options));
  await transact(
    database,
    async (uow) => {
      await importOrders(uow);
      for (let from = 0; from < count; from += rowsAtOnce)
        await insertRows(uow, "orders", orders.slice(from, from + rowsAtOnce));
    },
    { bulk: true },
  );
  return orders;
}

function pastOrder(
  n: number,
  before: Date,
  { outletId, deviceIds, everyMinutes = 7 }: Omit<PastOrders, "count" | "before">,
) {
  const orderedAt = new Date(before.getTime() - n * everyMinutes * minute);
  const startedAt = new Date(orderedAt.getTime() + 4_000);
  const payType = payTypes[n % payTypes.length] ?? "cash";
  const status = statusOf(n);
  const minutes = 5 * (1 + (n % 4));
  const endsAt = new Date(startedAt.getTime() + minutes * minute);
  const amount = payType === "coupon" ? 0 : 50_00 * (1 + (n % 4));
  const ran = status === "completed";
  return {
    order_id: newIdAt(orderedAt),
    order_number: `${outletId.slice(-6).toUpperCase()}-${String(n).padStart(5, "0")}`,
    ordered_at: orderedAt,
    device_id: deviceIds[n % deviceIds.length] ?? "",
    outlet_id: outletId,
    order_type: payType === "cash" ? ("counter" as const) : payType,
    pay_type: payType,
    status,
    gear: 1 + (n % 3),
    minutes,
    amount_minor: amount,
    refunded_minor: status === "refunded" ? amount : 0,
    currency: "PHP" as const,
    coupon_property: payType === "coupon" ? "free" : payType === "cashCoupon" ? "cash" : null,
    coupon_code: payType === "coupon" ? `WELCOME-${n}` : null,
    cash_coupon_code: payType === "cashCoupon" ? `GIFT-${n}` : null,
    started_at: ran ? startedAt : null,
    ends_at: ran ? endsAt : null,
    ended_at: ran ? endsAt : startedAt,
    end_reason: ran
      ? ("finished" as const)
      : status === "cancelled"
        ? ("paymentTimeout" as const)
        : ("startDeadline" as const),
  };
}

function statusOf(n: number) {
  if (n % 13 === 5) return "refunded" as const;
  if (n % 17 === 3) return "failed" as const;
  return n % 19 === 8 ? ("cancelled" as const) : ("completed" as const);
}
