import { ProductError } from "#platform/http/product-error.ts";
import { countAttempt, releaseAttempt, type Attempt } from "#platform/postgres/attempt-window.ts";
import type { PlaceOrderInput } from "./validate-order.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";

/**
 * Counts an attempt to use a coupon code, per session token and per IP address. The attempt is counted before the code
 * is checked, so that concurrent guesses cannot exceed the limit.
 * @returns the counted attempts, which `releaseCouponAttempt` can subtract
 * @throws ProductError tooManyTries with the waiting time
 */
export async function countCouponAttempt(
  { database, clock, couponAttempts }: OrderDependencies,
  { caller, ip }: Pick<PlaceOrderInput, "caller" | "ip">,
): Promise<readonly Attempt[]> {
  const { perMinuteAndToken, perMinuteAndAddress } = couponAttempts;
  const token = caller.tokenHash.toString("hex");
  const attempts = [
    await countAttempt(database, clock, `coupon:${token}`, perMinuteAndToken),
    await countAttempt(database, clock, `coupon-address:${ip}`, perMinuteAndAddress),
  ];
  const refused = attempts.find((one) => !one.allowed);
  if (refused)
    throw new ProductError("tooManyTries", { data: { retryAfterSeconds: refused.retryAfterSeconds } });
  return attempts;
}

/** Subtracts the counted attempts of a request that only checked a valid code, so that the order can use them. */
export async function releaseCouponAttempt(
  { database }: OrderDependencies,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const one of attempts) await releaseAttempt(database, one);
}
