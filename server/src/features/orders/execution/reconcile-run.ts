import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { addToDeviceCase } from "#features/cases/index.ts";
import { reconcileRunLength } from "#features/orders/extensions/run-extensions.ts";
import { isTestRun } from "#features/devices/index.ts";
import type { ChairMessageContext } from "./locked-orders.ts";
import { confirmRun } from "./run-order.ts";
import { earliestStart, startOfRun } from "./run-rules.ts";
import { enqueueCommand, requestStop } from "./send-commands.ts";

/** Compares a run that a chair reports with its order: confirms it, or stops a run without a valid order. */
export async function reconcileRun({
  uow,
  dependencies,
  orders,
  deviceId,
  running,
}: ChairMessageContext & {
  readonly deviceId: string;
  readonly running: PayloadOf<"reply">["running"];
}): Promise<void> {
  if (running?.orderId === undefined) return;
  const now = dependencies.clock.now();
  const order = orders.find(running.orderId);
  if (order === undefined && (await isTestRun(uow, deviceId, running.orderId))) return;
  // Unpaid and paid orders were never sent to a chair, and the ID of an extension is never sent for a run.
  const wasNeverSent =
    order?.status === "unpaid" || order?.status === "paid" || (order?.parentOrderId ?? null) !== null;
  if (order === undefined || order.deviceId !== deviceId || wasNeverSent) {
    enqueueCommand(uow, { deviceId, type: "stop", orderId: null }, now);
    await addToDeviceCase(uow, { kind: "runWithoutOrder", deviceId, item: running.orderId, openedAt: now });
    return;
  }
  // The order was ended because its chair was silent, or it completed while a stop was pending.
  if (order.status === "completed") return requestStop(uow, { deviceId, orderId: order.orderId }, now);
  const startedAt = startOfRun(now, running.elapsedSeconds, earliestStart(order, dependencies.times));
  const confirmed = await confirmRun(uow, dependencies, order, { startedAt, stillRuns: true });
  orders.update(await reconcileRunLength(uow, dependencies, confirmed, running.totalSeconds));
}
