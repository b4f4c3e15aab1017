export interface PaidChoice {
  readonly priceId: string;
  readonly payType: "online" | "cash" | "cashCoupon" | "coupon";
  readonly code: string | null;
  /** The amount that the button shows, in minor units; null if a coupon covers the whole price. */
  readonly expectedAmount: number | null;
}

export function paidFields({ priceId, payType, code, expectedAmount }: PaidChoice) {
  return {
    priceId,
    payType,
    // With any payment type other than `cashCoupon`, the code is that of a coupon, which may reduce the amount to pay.
    ...(code === null ? {} : { [payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
    ...(expectedAmount === null ? {} : { expectedAmount }),
  };
}

/**
 * Assigns idempotency keys to choices. A retry after a lost response uses the same key, so that the server places only
 * one order.
 */
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
    /** Called when the server has placed or refused the order. The next order then gets a new key. */
    answered(): void {
      open = null;
    },
    /** Called when the customer changes the choice. A refusal of the previous choice that arrives later is ignored. */
    reconsidered(): void {
      last = null;
    },
    isLatest: (choice: PaidChoice): boolean => choice === last,
  };
}
