import { expect, it } from "vitest";
import { createIntentions, paidFields } from "./start-intention.ts";

const choice = { priceId: "p", payType: "coupon", code: "A", expectedAmount: null } as const;

it("[START-6] sends the same key with each retry of a start, and a new one after a response or a change", () => {
  let made = 0;
  const { keyFor, answered } = createIntentions(() => `key-${(made += 1)}`);
  expect(keyFor(choice)).toBe("key-1");
  expect(keyFor({ ...choice })).toBe("key-1");
  expect(keyFor({ ...choice, code: "B" })).toBe("key-2");
  answered();
  expect(keyFor({ ...choice, code: "B" })).toBe("key-3");
});

it("[START-3] distinguishes a response to the latest choice from one to an earlier choice", () => {
  const { keyFor, isLatest, reconsidered } = createIntentions(() => "key");
  const next = { ...choice, code: "B" };
  keyFor(choice);
  expect(isLatest(choice)).toBe(true);
  reconsidered();
  expect(isLatest(choice)).toBe(false);
  keyFor(next);
  expect([choice, next].map(isLatest)).toEqual([false, true]);
});

it("[START-3] sends a code under its own name, and leaves the choice of the payment provider to the server", () => {
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
