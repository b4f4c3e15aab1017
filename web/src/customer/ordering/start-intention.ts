/** What a tap on start asks for. */
export interface StartChoice extends PaidChoice {
  readonly deviceId: string;
}

/** A line of the price list, and how it is paid for. */
export interface PaidChoice {
  readonly priceId: string;
  readonly payType: "online" | "cash" | "cashCoupon" | "coupon";
  readonly code: string | null;
  /** What the button said, in minor units; null where a coupon pays for everything. */
  readonly expectedAmount: number | null;
}

/** The form fields of an activate call. */
export const activateFields = ({ deviceId, ...paid }: StartChoice) => ({ deviceId, ...paidFields(paid) });

/** The same without the chair, for whatever else is paid for. */
export function paidFields({ priceId, payType, code, expectedAmount }: PaidChoice) {
  return {
    priceId,
    payType,
    // Beside money it is a coupon that lowers the price.
    ...(code === null ? {} : { [payType === "cashCoupon" ? "cashCouponCode" : "couponCode"]: code }),
    ...(expectedAmount === null ? {} : { expectedAmount }),
  };
}

/**
 * Keeps the idempotency key of a start whose answer never came: trying the same again carries the same key, so
 * that a start that did happen is not made twice. An answer, good or bad, ends the intention.
 */
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
    /** What was asked for last is being changed: an answer to it is no answer to what will be asked for next. */
    reconsidered(): void {
      last = null;
    },
    stands: (choice: PaidChoice): boolean => choice === last,
  };
}
