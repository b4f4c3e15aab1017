import {
  areComplete,
  completeRows,
  existingOutletIds,
  type ImportOutcome,
  type ImportProblem,
  refusedImport,
  repeatedKeys,
  type PartialRow,
} from "#features/outlets/index.ts";
import { type CouponFacts, type KnownCoupon, lockCoupons, upsertCoupons } from "./import-coupons-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** What a new coupon has of which its file says nothing. */
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

/** One line of the coupons' file. */
export type CouponRow = CouponFacts;

/** Creates and updates coupons, of which what the rows leave out stays as it is; uses already taken stay, and what a used one is worth can't change. */
export async function importCoupons(
  uow: UnitOfWork,
  given: readonly PartialRow<CouponFacts>[],
  now: Date,
): Promise<ImportOutcome> {
  const known = await lockCoupons(
    uow,
    given.flatMap((row) => row.code ?? []),
  );
  const knownOf = ({ code = "" }: PartialRow<CouponFacts>) => {
    const { usesTaken: _, ...facts } = known.get(code) ?? { usesTaken: 0 };
    return facts;
  };
  const rows = completeRows<CouponFacts>(given, knownOf, newCoupon);
  const outlets = await existingOutletIds(
    uow,
    rows.flatMap((row) => row.outletIds ?? []),
  );
  const problems: ImportProblem[] = [
    ...repeatedKeys(rows, "code", (row) => row.code),
    ...rows.flatMap((row, index) => [
      ...rowProblems(row, index, outlets),
      ...usedProblems(row, index, known.get(row.code ?? "")),
    ]),
  ];
  if (problems.length > 0 || !areComplete<CouponFacts>(rows)) return refusedImport(problems);
  const { created, changed } = await upsertCoupons(uow, rows, now);
  return { created, changed, unchanged: rows.length - created - changed, problems: [] };
}

function rowProblems(
  row: PartialRow<CouponFacts>,
  index: number,
  outlets: ReadonlySet<string>,
): ImportProblem[] {
  const { property, valueMinor, currency, minutes, percent, maxUses, maxUsesCustomer } = row;
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  const isOutside = (value: number | null | undefined, least: number, most: number) =>
    value !== null && value !== undefined && (value < least || value > most);
  /** Of its property: true where the other cell is there and must not be, or is not and must. */
  const misfits = (owners: readonly string[], value: unknown) =>
    property !== undefined && value !== undefined && owners.includes(property) !== (value !== null);
  if (row.code !== undefined && !/^[A-Z0-9-]{4,64}$/.test(row.code))
    refuse("code", "a code is 4 to 64 capital letters, digits and hyphens");
  const worthAnAmount = ["cash", "amountOff"];
  const isWorthAnAmount = worthAnAmount.includes(property ?? "");
  if (misfits(worthAnAmount, valueMinor) || (isWorthAnAmount && isOutside(valueMinor, 1, Infinity)))
    refuse(
      "value",
      isWorthAnAmount ? `${property} needs an amount` : "only cash and amountOff have an amount",
    );
  if (misfits(worthAnAmount, currency))
    refuse(
      "currency",
      isWorthAnAmount ? `${property} needs the amount's currency` : "only cash and amountOff have a currency",
    );
  if (misfits(["minutes"], minutes))
    refuse("minutes", "a coupon for minutes needs how many, and no other has them");
  if (isOutside(minutes, 1, 600)) refuse("minutes", "minutes are a whole number from 1 to 600");
  if (misfits(["percent"], percent))
    refuse("percent", "a coupon for a percentage needs which, and no other has one");
  if (isOutside(percent, 1, 100)) refuse("percent", "a percentage is a whole number from 1 to 100");
  if (isOutside(maxUsesCustomer, 1, maxUses ?? Infinity))
    refuse("maxUsesCustomer", "a customer may have one use at least, and no more than there are");
  if (isOutside(maxUses, 1, 1_000_000_000)) refuse("maxUses", "a coupon is good for one use at least");
  if (row.validFrom && row.validUntil && row.validUntil <= row.validFrom)
    refuse("validUntil", "the coupon would end before it begins");
  for (const outletId of row.outletIds ?? [])
    if (!outlets.has(outletId)) refuse("outletIds", `there is no outlet "${outletId}"`);
  if (row.gears?.some((gear) => isOutside(gear, 1, 99)))
    refuse("gears", "a gear is a whole number from 1 to 99");
  return problems;
}

function usedProblems(
  row: PartialRow<CouponFacts>,
  index: number,
  known: KnownCoupon | undefined,
): ImportProblem[] {
  if (known === undefined || known.usesTaken === 0) return [];
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  if (known.usesTaken > (row.maxUses ?? Infinity))
    refuse("maxUses", `${known.usesTaken} uses are already taken`);
  if (known.property !== (row.property ?? known.property))
    refuse("property", `the coupon was already used as ${known.property}`);
  const differs = (["valueMinor", "currency", "minutes", "percent"] as const).some(
    (field) => row[field] !== undefined && row[field] !== known[field],
  );
  if (differs) refuse("value", "the coupon was already used at another value");
  return problems;
}
