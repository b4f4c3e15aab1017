import { expect, it } from "vitest";
import { paymentHref } from "./payment-href.ts";

it.each([
  ["/pay/1", "http://shop.test/pay/1"],
  ["https://pay.example/1", "https://pay.example/1"],
  ["http://pay.example/1", null],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  [undefined, null],
])("[START-3] resolves the redirect URL %j of a payment to %j", (given, href) => {
  expect(paymentHref(given, "http://shop.test")).toBe(href);
});
