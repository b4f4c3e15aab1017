import { expect, it } from "vitest";
import { newerOrder } from "./order-query.ts";

it("[CNT-1] uses the state of an order with the later server time", () => {
  const order = { orderId: "a", orderStatus: "running", serverTime: "2026-11-21T10:00:00.000Z" } as const;
  const later = { ...order, serverTime: "2026-11-21T10:00:01.000Z" };
  expect(newerOrder(later, order)).toBe(later);
  expect(newerOrder(order, later)).toBe(later);
  expect(newerOrder(null, order)).toBe(order);
  expect(newerOrder({ ...later, orderId: "b" }, order)).toBe(order);
});

it("[CNT-1] returns an order to no earlier status, even if the clock of another server is ahead", () => {
  type Received = Parameters<typeof newerOrder>[1];
  const running: Received = { orderId: "a", orderStatus: "running", serverTime: "2026-11-21T10:00:00.000Z" };
  const starting: Received = {
    orderId: "a",
    orderStatus: "starting",
    serverTime: "2026-11-21T10:00:01.000Z",
  };
  expect(newerOrder(running, starting)).toBe(running);
  expect(newerOrder(starting, running)).toBe(running);
});
