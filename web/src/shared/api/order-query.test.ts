import { expect, it } from "vitest";
import { newerOrder } from "./order-query.ts";

it("[CNT-1] uses the state of an order with the later server time", () => {
  const order = { orderId: "a", serverTime: "2026-11-21T10:00:00.000Z" };
  const later = { ...order, serverTime: "2026-11-21T10:00:01.000Z" };
  expect(newerOrder(later, order)).toBe(later);
  expect(newerOrder(order, later)).toBe(later);
  expect(newerOrder(null, order)).toBe(order);
  expect(newerOrder({ ...later, orderId: "b" }, order)).toBe(order);
});
