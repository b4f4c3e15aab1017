import { newCouponCode } from "./coupon-code.ts";
import { type CouponRow, importCoupons } from "./import-coupons.ts";
import type { ImportProblem } from "#features/outlets/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

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
  // The first is validated for all, since their terms are the same.
  const first = await importCoupons(uow, rows.slice(0, 1), now);
  if (first.problems.length > 0) return { codes: [], problems: first.problems };
  await importCoupons(uow, rows.slice(1), now);
  return { codes: [...codes], problems: [] };
}
