import { announce } from "#features/live-events/index.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import type { OrderRecord } from "./order-record.ts";

type Subject = Pick<OrderRecord, "orderId" | "outletId" | "deviceId" | "customerId"> & {
  readonly parentOrderId?: string | null;
};

/**
 * Tells whoever follows this order, and managers who watch its chair, in the transaction of the change; of an extension
 * also whoever follows the massage, where it is seen.
 */
export async function announceOrder(tx: Transaction, order: Subject, now: Date): Promise<void> {
  const { orderId, outletId, deviceId, customerId, parentOrderId } = order;
  const followed = parentOrderId ? [parentOrderId, orderId] : [orderId];
  await announce(
    tx,
    ...followed.map((subject) => ({ name: "order" as const, outletId, customerId, subject, at: now })),
    { name: "device", outletId, subject: deviceId, at: now },
  );
}
