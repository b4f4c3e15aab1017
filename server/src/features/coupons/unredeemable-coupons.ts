import type { ImportProblem } from "#features/outlets/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type CouponRow, findOffers } from "./import-coupons-store.ts";

/** Checked when coupons are created, not on import: a file may contain expired ones, or precede its chairs. */
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
