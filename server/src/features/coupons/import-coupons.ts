import {
  completeRows,
  existingOutletIds,
  findProblems,
  type ImportOutcome,
  type PartialRow,
  type Refuse,
  writeRows,
} from "#features/outlets/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { type CouponRecord, type CouponRow, lockCoupons, upsertCoupons } from "./coupons-store.ts";

/** Defaults of a new coupon. */
export const newCoupon = {
  valueMinor: null,
  currency: null,
  minutes: null,
  percent: null,
  maxUses: 1,
  maxUsesCustomer: null,
  validFrom: null,
  validUntil: null,
  outletIds: null,
  gears: null,
} as const;

/**
 * Creates and updates coupons. Omitted columns stay unchanged. The property and the value of a used coupon cannot
 * change, and its limit of uses cannot fall below the number of its uses.
 */
export async function importCoupons(
  uow: UnitOfWork,
  given: readonly PartialRow<CouponRow>[],
  now: Date,
): Promise<ImportOutcome> {
  const existing = await lockCoupons(
    uow,
    given.flatMap((row) => row.code ?? []),
  );
  const existingOf = ({ code = "" }: PartialRow<CouponRow>) => {
    const found = existing.get(code);
    if (found === undefined) return {};
    const { couponId: _id, usesTaken: _uses, ...row } = found;
    return row;
  };
  const rows = completeRows<CouponRow>(given, existingOf, newCoupon);
  const outlets = await existingOutletIds(
    uow,
    rows.flatMap((row) => row.outletIds ?? []),
  );
  const problems = findProblems(rows, ["code", (row) => row.code], (row, refuse) => {
    validateRow(row, refuse, outlets);
    validateUsed(row, refuse, existing.get(row.code ?? ""));
  });
  return writeRows<CouponRow>(rows, problems, (valid) => upsertCoupons(uow, valid, now));
}

function validateRow(row: PartialRow<CouponRow>, refuse: Refuse, outlets: ReadonlySet<string>): void {
  const { property, valueMinor, currency, minutes, percent, maxUses, maxUsesCustomer } = row;
  const isOutside = (value: number | null | undefined, min: number, max: number) =>
    value !== null && value !== undefined && (value < min || value > max);
  /**
   * Whether `value` is missing although the coupon's property needs it, or is present although the property has
   * none.
   */
  const isMismatched = (owners: readonly string[], value: unknown) =>
    property !== undefined && value !== undefined && owners.includes(property) !== (value !== null);
  if (row.code !== undefined && !/^[A-Z0-9-]{4,64}$/.test(row.code))
    refuse("code", "a code is 4 to 64 capital letters, digits and hyphens");
  const amountProperties = ["cash", "amountOff"];
  const hasAmount = amountProperties.includes(property ?? "");
  if (isMismatched(amountProperties, valueMinor) || (hasAmount && isOutside(valueMinor, 1, Infinity)))
    refuse("value", hasAmount ? `${property} needs an amount` : "only cash and amountOff have an amount");
  if (isMismatched(amountProperties, currency))
    refuse(
      "currency",
      hasAmount ? `${property} needs the amount's currency` : "only cash and amountOff have a currency",
    );
  if (isMismatched(["minutes"], minutes))
    refuse("minutes", "a coupon for minutes needs the number of minutes, and no other coupon has one");
  if (isOutside(minutes, 1, 600)) refuse("minutes", "minutes are a whole number from 1 to 600");
  if (isMismatched(["percent"], percent))
    refuse("percent", "a coupon for a percentage needs the percentage, and no other coupon has one");
  if (isOutside(percent, 1, 100)) refuse("percent", "a percentage is a whole number from 1 to 100");
  if (isOutside(maxUsesCustomer, 1, maxUses ?? Infinity))
    refuse(
      "maxUsesCustomer",
      "the limit per customer is at least 1 and at most the number of uses of the coupon",
    );
  if (isOutside(maxUses, 1, 1_000_000_000))
    refuse("maxUses", "the number of uses is from 1 to 1,000,000,000");
  if (row.validFrom && row.validUntil && row.validUntil <= row.validFrom)
    refuse("validUntil", "the coupon would end before it begins");
  for (const outletId of row.outletIds ?? [])
    if (!outlets.has(outletId)) refuse("outletIds", `there is no outlet "${outletId}"`);
  if (row.gears?.some((gear) => isOutside(gear, 1, 99)))
    refuse("gears", "a gear is a whole number from 1 to 99");
}

function validateUsed(row: PartialRow<CouponRow>, refuse: Refuse, existing: CouponRecord | undefined): void {
  if (existing === undefined || existing.usesTaken === 0) return;
  if (existing.usesTaken > (row.maxUses ?? Infinity))
    refuse("maxUses", `${existing.usesTaken} uses are already taken`);
  if (existing.property !== (row.property ?? existing.property))
    refuse("property", `the coupon was already used as ${existing.property}`);
  const differs = (["valueMinor", "currency", "minutes", "percent"] as const).some(
    (field) => row[field] !== undefined && row[field] !== existing[field],
  );
  if (differs) refuse("value", "the coupon was already used with another value");
}
