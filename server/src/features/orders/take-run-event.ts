import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { Transaction } from "#platform/database.ts";
import { isUuid } from "./hear-chair.ts";
import { endReasonOf, notBefore, startOfRun } from "./orders-rules.ts";
import type { OrderParts } from "./orders-parts.ts";
import { lockOrder } from "./orders-store.ts";
import { confirmRun, endRun } from "./run-order.ts";

/**
 * Takes what a chair tells of its runs, each event once, in whatever order they arrive: an end that overtakes its
 * start implies it, and a start after its end finds the order ended. Coins make orders of their own, elsewhere.
 */
export const createTakeRunEvent =
  (parts: OrderParts) =>
  async (tx: Transaction, deviceId: string, event: PayloadOf<"event">, occurredAt: Date): Promise<void> => {
    const { type, orderId } = event;
    if (orderId === undefined || !isUuid(orderId)) return;
    if (type !== "started" && type !== "stopped" && type !== "finished") return;
    const order = await lockOrder(tx, orderId);
    if (order === null || order.deviceId !== deviceId) return;
    const ran = type === "started" ? 0 : (event.seconds ?? 0);
    const startedAt = startOfRun(occurredAt, ran, notBefore(order, parts.times));
    const running = await confirmRun(tx, parts, order, { startedAt, stillRuns: type === "started" });
    if (type === "started") return;
    const reason = type === "finished" ? "finished" : endReasonOf(event.reason ?? event.fault);
    await endRun(tx, parts, running, { at: occurredAt, reason });
  };
