import type { Currency } from "@reposo/contract/money/currencies.ts";
import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";
import { insertRows } from "#test/database/insert-rows.ts";

export interface CouponToMake {
  property?: "cash" | "free" | "minutes" | "percent";
  minutes?: number;
  percent?: number;
  valueMinor?: number;
  currency?: Currency;
  maxUses?: number;
}

export async function makeCoupon(db: Database, coupon: CouponToMake = {}): Promise<string> {
  const code = `C-${randomBytes(6).toString("hex").toUpperCase()}`;
  const isCash = coupon.property === "cash";
  await insertRows(db, "coupon", [
    {
      coupon_id: randomUUID(),
      code,
      property: coupon.property ?? "free",
      value_minor: isCash ? (coupon.valueMinor ?? 5_000) : null,
      currency: isCash ? (coupon.currency ?? "PHP") : null,
      minutes: coupon.minutes ?? null,
      percent: coupon.percent ?? null,
      max_uses: coupon.maxUses ?? 1,
      valid_from: null,
      valid_until: null,
      outlet_ids: null,
      gears: null,
      created_at: new Date("2026-11-01T00:00:00Z"),
    },
  ]);
  return code;
}

export async function usesOf(db: Database, code: string): Promise<number> {
  const row = await sql<{ uses_taken: number }>`SELECT uses_taken FROM coupon WHERE code = ${code}`.firstRow(
    db,
  );
  return row.uses_taken;
}
