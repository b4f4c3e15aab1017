/** What a tap on start asks for. */
export interface StartChoice {
  readonly deviceId: string;
  readonly priceId: string;
  readonly payType: "online" | "cash" | "cashCoupon" | "coupon";
  readonly code: string | null;
}

/** The form fields of an activate call. */
export function activateFields({ deviceId, priceId, payType, code }: StartChoice) {
  return {
    deviceId,
    priceId,
    payType,
    // Beside money it is a coupon that lowers the price.
    ...(code === null ? {} : { [payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
  };
}

/**
 * Keeps the idempotency key of a start whose answer never came: trying the same again carries the same key, so
 * that a start that did happen is not made twice. An answer, good or bad, ends the intention.
 */
export function createIntentions(newKey: () => string) {
  let open: { wanted: string; key: string } | null = null;
  return {
    keyFor(choice: StartChoice): string {
      const wanted = JSON.stringify(choice);
      if (open?.wanted !== wanted) open = { wanted, key: newKey() };
      return open.key;
    },
    answered(): void {
      open = null;
    },
  };
}
