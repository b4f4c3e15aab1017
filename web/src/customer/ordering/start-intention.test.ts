import { expect, it } from "vitest";
import { activateFields, createIntentions } from "./start-intention.ts";

const choice = { deviceId: "MC1", priceId: "p", payType: "coupon", code: "A", expectedAmount: null } as const;

it("[START-6] carries one key through every retry of a start, and a new one once it was answered or changed", () => {
  let made = 0;
  const { keyFor, answered } = createIntentions(() => `key-${(made += 1)}`);
  expect(keyFor(choice)).toBe("key-1");
  expect(keyFor({ ...choice })).toBe("key-1");
  expect(keyFor({ ...choice, code: "B" })).toBe("key-2");
  answered();
  expect(keyFor({ ...choice, code: "B" })).toBe("key-3");
});

it("[START-3] knows an answer to what was asked for last and not reconsidered since", () => {
  const { keyFor, stands, reconsidered } = createIntentions(() => "key");
  const next = { ...choice, code: "B" };
  keyFor(choice);
  expect(stands(choice)).toBe(true);
  reconsidered();
  expect(stands(choice)).toBe(false);
  keyFor(next);
  expect([choice, next].map(stands)).toEqual([false, true]);
});

it("[START-3] sends a code under its own name, and leaves the choice of the payment company to the server", () => {
  expect(activateFields(choice)).toEqual({
    deviceId: "MC1",
    priceId: "p",
    payType: "coupon",
    couponCode: "A",
  });
  expect(activateFields({ ...choice, payType: "cashCoupon" })).toHaveProperty("cashCouponCode", "A");
  expect(activateFields({ ...choice, payType: "online" })).toHaveProperty("couponCode", "A");
  expect(activateFields({ ...choice, payType: "online", code: null })).toEqual({
    deviceId: "MC1",
    priceId: "p",
    payType: "online",
  });
});
