import { createBackgroundLoop } from "#platform/jobs/background-loop.ts";
import { createLimitedLog } from "#platform/logging/log.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { cancelOrder, failOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import type { OrderWithParent } from "#features/orders/record/order-record.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { dueOrderIds, lockOrder, setDeadline } from "#features/orders/record/orders-store.ts";
import { failExtension } from "#features/orders/extensions/run-extensions.ts";
import { endRun } from "./end-run.ts";
import { enqueueCommand, requestStop } from "#features/chair-commands/index.ts";
import { openOrderCase } from "#features/orders/record/record-order-change.ts";
import { boughtSeconds } from "#features/orders/record/run-rules.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

const pollMs = 500;
const batchSize = 100;
const maxPauseMs = 60_000;

/** Orders whose deadline could not be processed: when it is tried again, and the pause before that. */
export type FailedDeadlines = Map<string, { readonly retryAt: Date; readonly pauseMs: number }>;

/**
 * Processes the deadline of a locked order. Does nothing if the deadline has not passed, because another server or a
 * report of the chair may have changed it before the order was locked.
 */
async function processDeadline(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  order: OrderWithParent,
  watchingSince: Date,
): Promise<void> {
  const now = dependencies.clock.now();
  const { orderId, deviceId, deadlineAt, parent } = order;
  if (deadlineAt === null || deadlineAt > now) return;
  // A start or an end that was due before this server started gets more time, because the chair may not have been able
  // to report it while the server was stopped.
  const hasPassedWhileStopped = deadlineAt <= watchingSince;
  const requestReport = async (graceMs: number) => {
    enqueueCommand(uow, { deviceId, type: "report", orderId: parent?.orderId ?? orderId }, now);
    // The new deadline is at least 1 ms ahead, because a deadline at `now` could again count as passed while the server
    // was stopped.
    await setDeadline(uow, orderId, later(now, Math.max(graceMs, 1)));
  };
  switch (order.status) {
    case "unpaid":
      return cancelOrder(uow, dependencies, order, "paymentTimeout", now);
    case "paid":
      if (parent?.extensions.some(({ status }) => status === "starting"))
        // This extension is sent to the chair after the previous one was confirmed or has failed.
        return setDeadline(uow, orderId, later(now, dependencies.times.startDeadlineMs));
      // The server has not sent the order to the chair in time.
      return failOrder(uow, dependencies, order, { cause: "startDeadline", actor: "server" });
    case "starting": {
      const { startGraceMs } = dependencies.times;
      // Chairs need time to reconnect after an outage of the server.
      if (hasPassedWhileStopped) return requestReport(2 * startGraceMs);
      // Whether the chair has started is unknown, so the server requests a report and extends the deadline once.
      if (order.startDeadlineAt === null || deadlineAt <= order.startDeadlineAt)
        return requestReport(startGraceMs);
      const reason = { cause: "startDeadline", actor: "server" } as const;
      if (parent !== null) {
        await failExtension(uow, dependencies, parent, order, reason);
        return;
      }
      await failOrder(uow, dependencies, order, reason);
      enqueueCommand(uow, { deviceId, type: "stop", orderId }, now);
      return;
    }
    case "running": {
      if (hasPassedWhileStopped) return requestReport(dependencies.times.silenceMs);
      const at = order.endsAt !== null && order.endsAt < now ? order.endsAt : now;
      await endRun(uow, dependencies, order, { at, reason: "silent" });
      // A late report of the end closes the case.
      await openOrderCase(uow, dependencies, "endUnheard", order, { boughtSeconds: boughtSeconds(order) });
      // The chair may still run an extension whose order failed because the chair did not reply.
      if (order.extendedMinutes !== null) await requestStop(uow, { deviceId, orderId }, now);
      return;
    }
    default:
      return;
  }
}

/**
 * Processes at most `batchSize` due deadlines, each in a separate transaction. An order that fails is skipped for a pause
 * that doubles from one second to one minute, so that failing orders do not delay the others.
 * @param watchingSince when this server began to process deadlines. Earlier deadlines count as passed while it was
 *   stopped.
 * @param failed orders that failed in earlier batches; updated
 * @returns the number of orders processed without an error
 */
export async function processDueDeadlines(
  dependencies: OrderDependencies,
  watchingSince: Date,
  failed: FailedDeadlines = new Map(),
): Promise<number> {
  const now = dependencies.clock.now();
  const paused = [...failed].filter(([, { retryAt }]) => retryAt > now).map(([orderId]) => orderId);
  const due = await dueOrderIds(dependencies.database, now, { limit: batchSize, except: paused });
  let processed = 0;
  for (const orderId of due) {
    try {
      await transact(dependencies.database, async (uow) => {
        const order = await lockOrder(uow, orderId);
        if (order !== null) await processDeadline(uow, dependencies, order, watchingSince);
        failPoint("deadline.before-commit");
      });
      processed += 1;
      failed.delete(orderId);
      failPoint("deadline.committed");
    } catch (error) {
      const pauseMs = Math.min(2 * (failed.get(orderId)?.pauseMs ?? 500), maxPauseMs);
      failed.set(orderId, { retryAt: later(now, pauseMs), pauseMs });
      dependencies.log.error(
        { err: error, orderId },
        "processing the deadline of an order failed, will be retried",
      );
    }
  }
  // Another server, or a report of the chair, has processed those that are no longer due.
  if (due.length < batchSize)
    for (const orderId of failed.keys())
      if (!due.includes(orderId) && !paused.includes(orderId)) failed.delete(orderId);
  if (processed > 0) dependencies.wake();
  return processed;
}

/** Creates the background loop that processes due deadlines every `pollMs`, or immediately again after a full batch. */
export function createOrderDeadlines(dependencies: OrderDependencies) {
  let watchingSince: Date | null = null;
  const failed: FailedDeadlines = new Map();
  const failures = createLimitedLog(dependencies.log, dependencies.clock, 1);
  return createBackgroundLoop(dependencies.clock, async () => {
    const now = dependencies.clock.now();
    // If the clock is set back, `watchingSince` is set back as well. Otherwise, deadlines before its old value would
    // count as passed while the server was stopped, and would be extended until the clock reaches that value.
    if (watchingSince === null || now < watchingSince) watchingSince = now;
    const processed = await processDueDeadlines(dependencies, watchingSince, failed).catch(
      (error: unknown) => {
        failures.warn({ err: error }, "loading due order deadlines failed, will be retried");
        return 0;
      },
    );
    return processed < batchSize ? pollMs : 0;
  });
}
