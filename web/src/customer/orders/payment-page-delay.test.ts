import { expect, it } from "vitest";
import type { OrderFollowed } from "./order-phase.ts";
import { paymentPageDelay } from "./payment-page-delay.ts";

const serverTime = "2026-11-23T08:00:00.000Z";
const open = { provider: "stripe", expiresAt: "2026-11-23T08:15:00.000Z" };
const delayOf = (payment: object | null, ...ofExtensions: (object | null)[]) =>
  paymentPageDelay({
    serverTime,
    payment,
    extensions: ofExtensions.map((one) => ({ payment: one })),
  } as OrderFollowed);

it.each([
  [null, [], null],
  [{ ...open, redirectUrl: "https://pay.example" }, [], null],
  [{ ...open, qrText: "00020101" }, [], null],
  [open, [], 10_000],
  [{ ...open, pageRetryAt: "2026-11-23T08:00:40.000Z" }, [], 40_000],
  [{ ...open, pageRetryAt: "2026-11-23T07:59:00.000Z" }, [], 1_000],
  [null, [null, { ...open, pageRetryAt: "2026-11-23T08:00:20.000Z" }], 20_000],
  [null, [{ ...open, redirectUrl: "https://pay.example" }], null],
])(
  "[START-3] refetches an order with payment %j and extension payments %j after %s ms",
  (payment, more, delay) => {
    expect(delayOf(payment, ...more)).toBe(delay);
  },
);
