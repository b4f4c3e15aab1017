import {
  type ImportOutcome,
  type ImportProblem,
  refusedImport,
  repeatedKeys,
} from "#features/outlets/index.ts";
import type { Transaction } from "#platform/database.ts";
import {
  type CouponFacts,
  existingOutletIds,
  type KnownCoupon,
  lockCoupons,
  upsertCoupons,
} from "./import-coupons-store.ts";

/** One line of the coupons' file. */
export type CouponRow = CouponFacts;

/** Creates and updates coupons; uses already taken stay, and what a used one is worth can't change. */
export async function importCoupons(
  tx: Transaction,
  rows: readonly CouponRow[],
  now: Date,
): Promise<ImportOutcome> {
  const known = await lockCoupons(
    tx,
    rows.map((row) => row.code),
  );
  const outlets = await existingOutletIds(
    tx,
    rows.flatMap((row) => row.outletIds ?? []),
  );
  const problems: ImportProblem[] = [
    ...repeatedKeys(rows, "code", (row) => row.code),
    ...rows.flatMap((row, index) => rowProblems(row, index, known.get(row.code), outlets)),
  ];
  if (problems.length > 0) return refusedImport(problems);
  const { created, changed } = await upsertCoupons(tx, rows, now);
  return { created, changed, unchanged: rows.length - created - changed, problems: [] };
}

function rowProblems(
  row: CouponRow,
  index: number,
  known: KnownCoupon | undefined,
  outlets: ReadonlySet<string>,
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  if (!/^[A-Z0-9-]{4,64}$/.test(row.code))
    refuse("code", "a code is 4 to 64 capital letters, digits and hyphens");
  if (row.property === "cash" || row.property === "amountOff") {
    if (row.valueMinor === null || row.valueMinor <= 0) refuse("value", `${row.property} needs an amount`);
    if (row.currency === null) refuse("currency", `${row.property} needs the amount's currency`);
  } else {
    if (row.valueMinor !== null) refuse("value", "only cash and amountOff have an amount");
    if (row.currency !== null) refuse("currency", "only cash and amountOff have a currency");
  }
  if ((row.property === "minutes") !== (row.minutes !== null))
    refuse("minutes", "a coupon for minutes needs how many, and no other has them");
  if (row.minutes !== null && (row.minutes < 1 || row.minutes > 600))
    refuse("minutes", "minutes are a whole number from 1 to 600");
  if ((row.property === "percent") !== (row.percent !== null))
    refuse("percent", "a coupon for a percentage needs which, and no other has one");
  if (row.percent !== null && (row.percent < 1 || row.percent > 100))
    refuse("percent", "a percentage is a whole number from 1 to 100");
  if (row.maxUsesCustomer !== null && (row.maxUsesCustomer < 1 || row.maxUsesCustomer > row.maxUses))
    refuse("maxUsesCustomer", "a customer may have one use at least, and no more than there are");
  if (row.maxUses < 1 || row.maxUses > 1_000_000_000)
    refuse("maxUses", "a coupon is good for one use at least");
  if (row.validFrom && row.validUntil && row.validUntil <= row.validFrom)
    refuse("validUntil", "the coupon would end before it begins");
  for (const outletId of row.outletIds ?? [])
    if (!outlets.has(outletId)) refuse("outletIds", `there is no outlet "${outletId}"`);
  if (row.gears?.some((gear) => gear < 1 || gear > 99))
    refuse("gears", "a gear is a whole number from 1 to 99");
  if (known === undefined || known.usesTaken === 0) return problems;
  if (known.usesTaken > row.maxUses) refuse("maxUses", `${known.usesTaken} uses are already taken`);
  if (known.property !== row.property) refuse("property", `the coupon was already used as ${known.property}`);
  const isWorth = (coupon: Omit<KnownCoupon, "usesTaken">) =>
    [coupon.valueMinor, coupon.currency, coupon.minutes, coupon.percent].join();
  if (isWorth(known) !== isWorth(row)) refuse("value", "the coupon was already used at another value");
  return problems;
}
