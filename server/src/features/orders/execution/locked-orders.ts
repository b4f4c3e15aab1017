import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { OrderDependencies } from "#features/orders/order-dependencies.ts";
import { isLive } from "#features/orders/order-graph-rules.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import { lockOrders } from "#features/orders/orders-store.ts";
import type { CommandRecord } from "./chair-commands-store.ts";

/** The orders that a batch of chair messages concerns, each as the messages processed so far have left it. */
export type LockedOrders = Awaited<ReturnType<typeof lockOrdersOfBatch>>;

/** The context of handlers of chair messages: one transaction and the orders locked in it. */
export interface ChairMessageContext {
  readonly uow: UnitOfWork;
  readonly dependencies: OrderDependencies;
  readonly orders: LockedOrders;
}

export interface CommandReply extends ChairMessageContext {
  readonly command: CommandRecord;
  readonly reply: PayloadOf<"reply">;
}

/** Locks all orders of a batch at once; the fixed lock order prevents deadlocks. Invalid and unknown IDs are ignored. */
export async function lockOrdersOfBatch(uow: UnitOfWork, orderIds: readonly (string | null | undefined)[]) {
  const valid = orderIds.filter((id): id is string => typeof id === "string" && isUuid(id));
  const locked = await lockOrders(uow, [...new Set(valid)]);
  const byId = new Map(locked.map((order) => [order.orderId, order]));
  return {
    find: (orderId: string | null | undefined): LockedOrder | undefined => byId.get(orderId ?? ""),
    /** The live order that holds a chair; extensions do not hold one. */
    findLive: (deviceId: string): LockedOrder | undefined =>
      [...byId.values()].find(
        (order) => order.deviceId === deviceId && order.parentOrderId === null && isLive(order.status),
      ),
    update(order: LockedOrder): void {
      byId.set(order.orderId, order);
    },
    all: (): LockedOrder[] => [...byId.values()],
  };
}
