import { announce } from "#features/live-events/index.ts";
import type { Transaction } from "#platform/database.ts";
import type { OrderRecord } from "./order-record.ts";

type Subject = Pick<OrderRecord, "orderId" | "outletId" | "deviceId" | "customerId">;

/** Tells whoever follows this order, and managers who watch its chair, in the transaction of the change. */
export async function announceOrder(tx: Transaction, order: Subject, now: Date): Promise<void> {
  const { orderId, outletId, deviceId, customerId } = order;
  await announce(
    tx,
    { name: "order", outletId, customerId, subject: orderId, at: now },
    { name: "device", outletId, subject: deviceId, at: now },
  );
}
