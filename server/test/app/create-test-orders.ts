import { createOrders, defaultOrderTimes, type OrderDependencies } from "#features/orders/index.ts";
import { silentLog } from "#platform/logging/log.ts";
import { relaxedUnpaidLimits } from "./relaxed-limits.ts";

/** Creates orders without an application, which accept every start and have no limits that tests would reach. */
export const createTestOrders = (
  dependencies: Pick<OrderDependencies, "database" | "clock" | "payments"> & Partial<OrderDependencies>,
) =>
  createOrders({
    log: silentLog,
    // Refunds do not wait for a decision of the customer.
    times: { ...defaultOrderTimes, transferMs: 0 },
    couponAttempts: { perMinuteAndToken: 1_000_000, perMinuteAndAddress: 1_000_000 },
    unpaidLimits: relaxedUnpaidLimits,
    monthClosesAfterDays: 3,
    publicUrl: "https://chairs.example",
    brokerConnected: () => true,
    findStartObstacle: async () => null,
    wake: () => {},
    ...dependencies,
  });
