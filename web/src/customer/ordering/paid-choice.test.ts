import { expect, it } from "vitest";
import { createChoiceMemory, paidFields } from "./paid-choice.ts";

const choice = { priceId: "p", payType: "coupon", code: "A", expectedAmount: null } as const;

it("[START-6] uses the same idempotency key for retries of a start, and a new key after a response or a changed choice", () => {
  let made = 0;
  const { order, decided } = createChoiceMemory(() => `key-${(made += 1)}`);
  expect(order(choice)).toBe("key-1");
  expect(order({ ...choice })).toBe("key-1");
  expect(order({ ...choice, code: "B" })).toBe("key-2");
  decided();
  expect(order({ ...choice, code: "B" })).toBe("key-3");
});

it("[START-3] distinguishes a response to the latest choice from a response to an earlier choice", () => {
  const { order, isLatest, changed } = createChoiceMemory(() => "key");
  const next = { ...choice, code: "B" };
  order(choice);
  expect(isLatest(choice)).toBe(true);
  changed();
  expect(isLatest(choice)).toBe(false);
  order(next);
  expect([choice, next].map(isLatest)).toEqual([false, true]);
});

it("[START-3] sends a code in the field for its kind of coupon, and lets the server choose the payment provider", () => {
  expect(paidFields(choice)).toEqual({
    priceId: "p",
    payType: "coupon",
    couponCode: "A",
  });
  expect(paidFields({ ...choice, payType: "cashCoupon" })).toHaveProperty("cashCouponCode", "A");
  expect(paidFields({ ...choice, payType: "online" })).toHaveProperty("couponCode", "A");
  expect(paidFields({ ...choice, payType: "online", code: null })).toEqual({
    priceId: "p",
    payType: "online",
  });
});
