import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { addToDeviceCase } from "#features/cases/index.ts";
import { reconcileRunLength } from "#features/orders/extensions/run-extensions.ts";
import { isTestRun } from "#features/devices/index.ts";
import type { ChairMessageContext } from "./locked-orders.ts";
import { confirmRun } from "./confirm-run.ts";
import { earliestStart, startOfRun } from "./run-rules.ts";
import { enqueueCommand, requestStop } from "./commands/send-commands.ts";

/** Compares a run that a chair reports with its order: confirms the run, or stops it if it has no valid order. */
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
  // The server never sends the ID of an unpaid or paid order, or of an extension, as the ID of a run.
  const wasNeverSent =
    order?.status === "unpaid" || order?.status === "paid" || (order?.parentOrderId ?? null) !== null;
  if (order === undefined || order.deviceId !== deviceId || wasNeverSent) {
    enqueueCommand(uow, { deviceId, type: "stop", orderId: null }, now);
    await addToDeviceCase(uow, { kind: "runWithoutOrder", deviceId, item: running.orderId, openedAt: now });
    return;
  }
  // The server ended the order because the chair was silent, or the order completed while a stop was pending.
  if (order.status === "completed") return requestStop(uow, { deviceId, orderId: order.orderId }, now);
  const startedAt = startOfRun(now, running.elapsedSeconds, earliestStart(order, dependencies.times));
  const confirmed = await confirmRun(uow, dependencies, order, { startedAt, stillRuns: true });
  orders.update(await reconcileRunLength(uow, dependencies, confirmed, running.totalSeconds));
}
