import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { isLive } from "#features/orders/record/order-graph-rules.ts";
import type { LockedOrder } from "#features/orders/record/order-record.ts";
import { lockOrders } from "#features/orders/record/orders-store.ts";
import type { CommandRecord } from "#features/chair-commands/index.ts";

/**
 * The locked orders of a batch of chair messages, each in its state after the messages that were processed so far.
 */
export type LockedOrders = Awaited<ReturnType<typeof lockOrdersOfBatch>>;

/** The context of handlers of chair messages: one transaction and the orders locked in it. */
export interface ChairMessageContext {
  readonly uow: UnitOfWork;
  readonly dependencies: OrderDependencies;
  readonly orders: LockedOrders;
}

/** The first reply of a chair to a command, with the context of the handlers. */
export interface CommandReply extends ChairMessageContext {
  readonly command: CommandRecord;
  readonly reply: PayloadOf<"reply">;
}

/** Locks all orders of a batch in a fixed sequence, which prevents deadlocks. Invalid and unknown IDs are ignored. */
export async function lockOrdersOfBatch(uow: UnitOfWork, orderIds: readonly (string | null | undefined)[]) {
  const valid = orderIds.filter((id): id is string => typeof id === "string" && isUuid(id));
  const locked = await lockOrders(uow, [...new Set(valid)]);
  const byId = new Map(locked.map((order) => [order.orderId, order]));
  return {
    find: (orderId: string | null | undefined): LockedOrder | undefined => byId.get(orderId ?? ""),
    /** Returns the live order of a chair. An extension is never the live order. */
    findLive: (deviceId: string): LockedOrder | undefined =>
      [...byId.values()].find(
        (order) => order.deviceId === deviceId && order.parentOrderId === null && isLive(order.status),
      ),
    /** Replaces the remembered state of an order. Does not write to the database. */
    remember(order: LockedOrder): void {
      byId.set(order.orderId, order);
    },
    all: (): LockedOrder[] => [...byId.values()],
  };
}
