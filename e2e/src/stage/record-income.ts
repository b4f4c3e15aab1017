import type { Currency } from "@reposo/contract/money/currencies.ts";
import { randomUUID } from "node:crypto";
import { importOrders } from "@reposo/server/demo/history/past-orders-store.ts";
import { addLedgerEntry } from "@reposo/server/features/revenue/index.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";
import { newIdAt } from "@reposo/server/platform/keys/ids-by-time.ts";

const sources = { online: "payment", cash: "counter", coin: "coin" } as const;

interface Income {
  readonly outletId: string;
  readonly deviceId: string;
  readonly at: Date;
  readonly payType: keyof typeof sources | "coupon";
  /** 0 for a coupon. */
  readonly amountMinor: number;
  readonly currency?: Currency;
  /** Account of the manager who received cash at the counter. */
  readonly accountId?: string;
  /** Customer who placed the order. */
  readonly customerId?: string;
}

/** Inserts a completed order that was paid at `at`, with its ledger entry and live event. @returns the order's ID */
export async function recordIncome(
  database: Database,
  { outletId, deviceId, at, payType, amountMinor, currency = "PHP", accountId, customerId }: Income,
): Promise<string> {
  const orderId = newIdAt(at);
  const orderType = payType === "cash" ? "counter" : payType;
  await transact(database, async (uow) => {
    await importOrders(uow);
    await insertRows(uow, "orders", [
      {
        order_id: orderId,
        order_number: randomUUID().slice(0, 13).toUpperCase(),
        ordered_at: at,
        device_id: deviceId,
        outlet_id: outletId,
        order_type: orderType,
        pay_type: payType,
        account_id: accountId ?? null,
        customer_id: customerId ?? null,
        status: "completed",
        gear: 1,
        minutes: 10,
        amount_minor: amountMinor,
        refunded_minor: 0,
        currency,
        coupon_property: payType === "coupon" ? "free" : null,
        coupon_code: null,
        cash_coupon_code: null,
        started_at: at,
        ends_at: at,
        ended_at: at,
        end_reason: "finished",
      },
    ]);
    if (payType === "coupon") return;
    const channel = payType === "online" ? "online" : "cash";
    const entry = { orderId, outletId, deviceId, channel, currency, amountMinor, occurredAt: at } as const;
    // The live event has the current time, whatever `at` is, because the server deletes old events without delivering
    // them.
    addLedgerEntry(uow, { ...entry, source: sources[payType], sourceId: orderId }, systemClock.now());
  });
  return orderId;
}

const hour = 3_600_000;
const manilaOffset = 8 * hour;

/** Returns the midnight at which the day in Manila began, `daysAgo` days before today. */
export function manilaMidnight(now: Date, daysAgo = 0): Date {
  const local = now.getTime() + manilaOffset;
  return new Date(local - (local % (24 * hour)) - manilaOffset - daysAgo * 24 * hour);
}

/** Returns the date in Manila, as YYYY-MM-DD. */
export const manilaDate = (at: Date): string =>
  new Date(at.getTime() + manilaOffset).toISOString().slice(0, 10);

/**
 * Inserts orders with every payment method on each of the last seven days, so that figures and charts look realistic.
 */
export async function recordWeek(
  { database }: { database: Database },
  outletId: string,
  deviceId: string,
): Promise<void> {
  const now = Date.now();
  for (let daysAgo = 7; daysAgo >= 0; daysAgo -= 1) {
    const start = manilaMidnight(new Date(now), daysAgo).getTime();
    for (const [at, [payType, amountMinor]] of dayOfMoney.entries()) {
      const instant = start + at * 2.5 * hour + daysAgo * 7 * 60_000;
      if (instant < now) {
        await recordIncome(database, {
          outletId,
          deviceId,
          at: new Date(instant),
          payType,
          amountMinor: amountMinor * (1 + (daysAgo % 3)),
        });
      }
    }
  }
}

const dayOfMoney = [
  ["online", 50_00],
  ["coin", 20_00],
  ["online", 150_00],
  ["cash", 100_00],
  ["coupon", 0],
  ["online", 450_00],
  ["coin", 200_00],
  ["online", 350_00],
  ["cash", 250_00],
] as const;
