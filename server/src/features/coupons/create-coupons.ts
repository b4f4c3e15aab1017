import { newCouponCode } from "./coupon-code.ts";
import { importCoupons } from "./import-coupons.ts";
import type { ImportProblem } from "#features/outlets/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type CouponRow, findOffers } from "./import-coupons-store.ts";

export interface CouponBatch {
  /** 1 to 100,000. */
  readonly count: number;
  readonly terms: Omit<CouponRow, "code">;
}

export async function createCoupons(
  uow: UnitOfWork,
  { count, terms }: CouponBatch,
  now: Date,
): Promise<{ codes: readonly string[]; problems: readonly ImportProblem[] }> {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(newCouponCode());
  const rows = Array.from(codes, (code) => ({ ...terms, code }));
  // The first coupon is validated for all coupons, because their terms are the same.
  const first = await importCoupons(uow, rows.slice(0, 1), now);
  if (first.problems.length > 0) return { codes: [], problems: first.problems };
  await importCoupons(uow, rows.slice(1), now);
  return { codes: [...codes], problems: [] };
}

/**
 * Checked when coupons are created but not on import, because a file may contain expired coupons, or may be
 * imported before its chairs.
 */
export async function unredeemableTerms(
  db: Querier,
  { outletIds, gears, currency, validUntil }: Omit<CouponRow, "code">,
  now: Date,
): Promise<readonly ImportProblem[]> {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: 0, column, message });
  if (validUntil !== null && validUntil <= now) refuse("validUntil", "is in the past");
  const offers = await findOffers(db, outletIds);
  const where = outletIds === null ? "" : " at these outlets";
  const missing = gears?.filter((gear) => !offers.gears.includes(gear)) ?? [];
  if (missing.length > 0) refuse("gears", `no chair${where} has gear ${missing.join(", ")}`);
  if (currency !== null && !offers.currencies.includes(currency))
    refuse("currency", `no chair${where} is paid in ${currency}`);
  return problems;
}
