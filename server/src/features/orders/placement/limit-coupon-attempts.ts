import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { countAttempt, releaseAttempt, type Attempt } from "#platform/postgres/attempt-window.ts";
import type { Placing } from "./validate-order.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";

/**
 * Counts a guess by token and by address, before its outcome is known.
 * @throws `tooManyTries` with the seconds until the next one is allowed.
 */
export async function admitCouponTry(
  { database, clock, couponTries }: OrderParts,
  { caller, ip }: Pick<Placing, "caller" | "ip">,
): Promise<readonly Attempt[]> {
  const tries = [
    await countAttempt(
      database,
      clock,
      `coupon:${caller.tokenHash.toString("hex")}`,
      couponTries.aMinuteToken,
    ),
    await countAttempt(database, clock, `coupon-address:${ip}`, couponTries.aMinuteAddress),
  ];
  const refused = tries.find((one) => !one.allowed);
  if (refused)
    throw new ProductError("tooManyTries", { data: { retryAfterSeconds: refused.retryAfterSeconds } });
  return tries;
}

/** A valid code was no guess: checking it leaves the caller's tries for its use. */
export async function releaseCouponTry({ database }: OrderParts, tries: readonly Attempt[]): Promise<void> {
  for (const one of tries) await releaseAttempt(database, one);
}

/** A coupon pays by itself, or lowers what is paid online or at the counter. */
export function codeOf({
  payType,
  couponCode,
  cashCouponCode,
}: Pick<RequestOf<typeof activate>, "payType" | "couponCode" | "cashCouponCode">): string | null {
  if (payType === "cashCoupon") return cashCouponCode ?? refuseEmpty("cashCouponCode");
  return couponCode ?? (payType === "coupon" ? refuseEmpty("couponCode") : null);
}

function refuseEmpty(field: string): never {
  throw invalidField(field, "required");
}
