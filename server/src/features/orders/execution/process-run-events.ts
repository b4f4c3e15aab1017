import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { applyExtensionByRunTime } from "#features/orders/extensions/run-extensions.ts";
import { refundAfterLateReport } from "./refund-after-late-report.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { ChairMessageContext } from "./locked-orders.ts";
import { confirmRun } from "./reconcile-run.ts";
import { closeUnconfirmedEnd, endRun, resolveRunEnd } from "./end-run.ts";
import { earliestStart, endReasonOf, startOfRun } from "#features/orders/record/run-rules.ts";

export interface ChairEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
  readonly occurredAt: Date;
  /** True if the chair's clock was not plausible; `occurredAt` is then the time of arrival. */
  readonly hasUnreliableTime: boolean;
}

/** Returns whether an event reports the start or end of an order or a test run. Coin runs have no `orderId`. */
export const isRunEvent = ({ event: { type, orderId } }: ChairEvent): boolean =>
  orderId !== undefined &&
  isUuid(orderId) &&
  (type === "started" || type === "stopped" || type === "finished");

/**
 * Processes start and end events of orders. The events of an order may arrive in any sequence: an end that arrives
 * before its start implies the start. Extensions are skipped, because they lengthen the run of their parent order. Events
 * of coin runs are processed in coins/.
 */
export async function processRunEvents({
  uow,
  dependencies,
  orders,
  events,
}: ChairMessageContext & { readonly events: readonly ChairEvent[] }): Promise<void> {
  for (const { deviceId, event, occurredAt, hasUnreliableTime } of events) {
    const order = orders.find(event.orderId);
    if (order === undefined || order.deviceId !== deviceId || order.parentOrderId !== null) continue;
    const isStart = event.type === "started";
    const ranSeconds = isStart ? 0 : (event.seconds ?? 0);
    const startedAt = startOfRun(occurredAt, ranSeconds, earliestStart(order, dependencies.times));
    const confirmed = await confirmRun(uow, dependencies, order, { startedAt, stillRuns: isStart });
    const running = await applyExtensionByRunTime(uow, dependencies, confirmed, ranSeconds);
    if (isStart) {
      orders.remember(running);
      continue;
    }
    const ended = { at: occurredAt, hasUnreliableTime, reason: endReasonOf(event) };
    const reported = { ...ended, ranSeconds: event.seconds ?? null };
    const end = await resolveRunEnd(uow, dependencies, running, reported);
    // If the server had already ended the run, the report may confirm its end or change its refund.
    await closeUnconfirmedEnd(uow, dependencies, running);
    await refundAfterLateReport(uow, dependencies, running, end);
    orders.remember(await endRun(uow, dependencies, running, end));
  }
}
