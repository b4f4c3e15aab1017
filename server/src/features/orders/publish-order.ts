import { publishEvents } from "#features/live-events/index.ts";
import type { OrderRecord } from "./order-record.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Subject = Pick<OrderRecord, "orderId" | "outletId" | "deviceId" | "customerId"> & {
  readonly parentOrderId?: string | null;
};

/**
 * Publishes live events for a changed order and its chair when the transaction commits. For an extension, also
 * publishes the extended order, because the page of that order shows the extension.
 */
export function publishOrder(uow: UnitOfWork, order: Subject, now: Date): void {
  const { orderId, outletId, deviceId, customerId, parentOrderId } = order;
  const followed = parentOrderId ? [parentOrderId, orderId] : [orderId];
  publishEvents(
    uow,
    ...followed.map((subject) => ({ name: "order" as const, outletId, customerId, subject, at: now })),
    { name: "device", outletId, subject: deviceId, at: now },
  );
}
