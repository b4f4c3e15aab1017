import { dateIn, daysRange } from "#platform/time/calendar.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { createCoupons, newCoupon } from "#features/coupons/index.ts";
import type { GiftOutlet } from "./gift-coupons-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const couponDays = 90;

/** Creates the coupon of a gift, which is valid for one use at the outlet. @returns the coupon's code */
export async function createGift(
  uow: UnitOfWork,
  { outletId, timeZone }: GiftOutlet,
  { valueMinor, currency }: { readonly valueMinor: number | null; readonly currency: Currency | null },
  at: Date,
): Promise<string> {
  // The coupon is valid until the end of a day at the outlet, because the customer sees only the date.
  const lastDay = dateIn(at, timeZone).add({ days: couponDays });
  const { to: validUntil } = daysRange(lastDay, lastDay, timeZone);
  const value =
    valueMinor === null
      ? { property: "free" as const }
      : { property: "amountOff" as const, valueMinor, currency };
  const terms = { ...newCoupon, ...value, validUntil, outletIds: [outletId] };
  const { codes, problems } = await createCoupons(uow, { count: 1, terms }, at);
  const [code] = codes;
  if (code === undefined)
    throw new Error(`the coupon of a gift is invalid: ${problems.map(({ message }) => message).join("; ")}`);
  return code;
}
