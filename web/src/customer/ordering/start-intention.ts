export interface PaidChoice {
  readonly priceId: string;
  readonly payType: "online" | "cash" | "cashCoupon" | "coupon";
  readonly code: string | null;
  /** The amount that the button shows, in minor units; null if a coupon covers it. */
  readonly expectedAmount: number | null;
}

export function paidFields({ priceId, payType, code, expectedAmount }: PaidChoice) {
  return {
    priceId,
    payType,
    // For payment types other than cash coupons, the code is that of a coupon.
    ...(code === null ? {} : { [payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
    ...(expectedAmount === null ? {} : { expectedAmount }),
  };
}

/** A retry after a missing response uses the same idempotency key, so that an order is placed once. */
export function createIntentions(newKey: () => string) {
  let open: { choiceText: string; key: string } | null = null;
  let last: PaidChoice | null = null;
  return {
    keyFor(choice: PaidChoice): string {
      last = choice;
      const choiceText = JSON.stringify(choice);
      if (open?.choiceText !== choiceText) open = { choiceText, key: newKey() };
      return open.key;
    },
    answered(): void {
      open = null;
    },
    /** Called when the customer changes the choice, so that a later refusal of the previous choice is ignored. */
    reconsidered(): void {
      last = null;
    },
    isLatest: (choice: PaidChoice): boolean => choice === last,
  };
}
