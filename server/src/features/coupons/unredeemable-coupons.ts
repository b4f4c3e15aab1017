import type { ImportProblem } from "#features/outlets/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type CouponFacts, offersAt } from "./import-coupons-store.ts";

/**
 * Why nobody could ever redeem a coupon of these terms. Asked where coupons are made and not where a file is read
 * again: what is in it may have had its time, or come before its chairs.
 */
export async function deadTerms(
  db: Querier,
  { outletIds, gears, currency, validUntil }: Omit<CouponFacts, "code">,
  now: Date,
): Promise<readonly ImportProblem[]> {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: 0, column, message });
  if (validUntil !== null && validUntil <= now) refuse("validUntil", "that moment is over");
  const offers = await offersAt(db, outletIds);
  const where = outletIds === null ? "" : " at these outlets";
  const missing = gears?.filter((gear) => !offers.gears.includes(gear)) ?? [];
  if (missing.length > 0) refuse("gears", `no chair${where} has gear ${missing.join(", ")}`);
  if (currency !== null && !offers.currencies.includes(currency))
    refuse("currency", `no chair${where} is paid in ${currency}`);
  return problems;
}
