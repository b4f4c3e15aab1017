/** What the customer chose when ordering a massage or an extension. */
export interface PaidChoice {
  readonly priceId: string;
  readonly payType: "online" | "cash" | "cashCoupon" | "coupon";
  readonly code: string | null;
  /** The amount that the button shows, in minor units; null if a coupon covers the whole price. */
  readonly expectedAmount: number | null;
}

/** Returns the fields of the request to place the order. */
export function paidFields({ priceId, payType, code, expectedAmount }: PaidChoice) {
  return {
    priceId,
    payType,
    // With any payment type other than `cashCoupon`, the code is that of a coupon, which may reduce the amount to pay.
    ...(code === null ? {} : { [payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
    ...(expectedAmount === null ? {} : { expectedAmount }),
  };
}

/** Remembers the choice that was ordered last, and the idempotency key of an order whose outcome is unknown. */
export function createChoiceMemory(newKey: () => string) {
  let undecided: { choiceText: string; key: string } | null = null;
  let latest: PaidChoice | null = null;
  return {
    /**
     * Remembers the choice as the latest, and returns the key for its order. A retry of the same choice after a lost
     * response gets the same key, so that the server places only one order.
     */
    order(choice: PaidChoice): string {
      latest = choice;
      const choiceText = JSON.stringify(choice);
      if (undecided?.choiceText !== choiceText) undecided = { choiceText, key: newKey() };
      return undecided.key;
    },
    /** Called when the server has placed or refused the order. The next order then gets a new key. */
    decided(): void {
      undecided = null;
    },
    /** Called when the customer changes the choice on the page, so that no ordered choice is the latest. */
    changed(): void {
      latest = null;
    },
    /** Whether the choice, which is compared by identity, was ordered last and not changed since. */
    isLatest: (choice: PaidChoice): boolean => choice === latest,
  };
}
