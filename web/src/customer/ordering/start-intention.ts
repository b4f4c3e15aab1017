export interface PaidChoice {
  readonly priceId: string;
  readonly payType: "online" | "cash" | "cashCoupon" | "coupon";
  readonly code: string | null;
  /** The amount on the button, in minor units; null where a coupon covers it. */
  readonly expectedAmount: number | null;
}

export function paidFields({ priceId, payType, code, expectedAmount }: PaidChoice) {
  return {
    priceId,
    payType,
    // With money, the coupon lowers the price.
    ...(code === null ? {} : { [payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
    ...(expectedAmount === null ? {} : { expectedAmount }),
  };
}

/** A retry without a response keeps its idempotency key, so that an order is placed once. */
export function createIntentions(newKey: () => string) {
  let open: { wanted: string; key: string } | null = null;
  let last: PaidChoice | null = null;
  return {
    keyFor(choice: PaidChoice): string {
      last = choice;
      const wanted = JSON.stringify(choice);
      if (open?.wanted !== wanted) open = { wanted, key: newKey() };
      return open.key;
    },
    answered(): void {
      open = null;
    },
    /** The last choice is being changed: a refusal of it does not concern the next one. */
    reconsidered(): void {
      last = null;
    },
    isLatest: (choice: PaidChoice): boolean => choice === last,
  };
}
