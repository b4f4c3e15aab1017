import { newCouponCode } from "./coupon-code.ts";
import { importCoupons } from "./import-coupons.ts";
import type { ImportProblem } from "#features/outlets/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type CouponRow, findOffers, lockCoupons } from "./coupons-store.ts";

export interface CouponBatch {
  /** 1 to 100,000. */
  readonly count: number;
  readonly terms: Omit<CouponRow, "code">;
  /** Returns a random code; `newCouponCode` by default. */
  readonly newCode?: () => string;
}

/**
 * Creates a batch of coupons with the same terms and new codes. If the terms have problems, creates no coupons and
 * returns the problems.
 * @throws Error if a concurrent transaction creates a coupon with one of the codes
 */
export async function createCoupons(
  uow: UnitOfWork,
  { count, terms, newCode = newCouponCode }: CouponBatch,
  now: Date,
): Promise<{ codes: readonly string[]; problems: readonly ImportProblem[] }> {
  const codes = await unusedCodes(uow, count, newCode);
  const rows = Array.from(codes, (code) => ({ ...terms, code }));
  // Importing the first coupon reports a problem once instead of once per coupon, because all have the same terms.
  const first = await importCoupons(uow, rows.slice(0, 1), now);
  if (first.problems.length > 0) return { codes: [], problems: first.problems };
  const others = await importCoupons(uow, rows.slice(1), now);
  // An import would update an existing coupon with the same code, which a new batch must not do.
  if (first.created + others.created !== count) throw new Error("a code of the batch exists already");
  return { codes: [...codes], problems: [] };
}

async function unusedCodes(uow: UnitOfWork, count: number, newCode: () => string): Promise<Set<string>> {
  const codes = new Set<string>();
  while (codes.size < count) {
    const candidates = new Set<string>();
    while (codes.size + candidates.size < count) candidates.add(newCode());
    const taken = await lockCoupons(uow, [...candidates]);
    for (const code of candidates) if (!taken.has(code)) codes.add(code);
  }
  return codes;
}

/**
 * Returns a problem for each of the terms that makes new coupons unusable. An import does not check for these problems,
 * because a file may contain expired coupons, and may be imported before the chairs.
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
