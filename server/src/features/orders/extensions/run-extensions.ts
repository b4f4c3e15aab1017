import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { moveAndPublish, openOrderCase } from "#features/orders/record/record-order-change.ts";
import { cancelOrder, failOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import { extendRun, unconfirmedExtensions } from "#features/orders/record/extensions-store.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/record/order-record.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { boughtSeconds, endDeadlineOf, endOfRun } from "#features/orders/record/run-rules.ts";
import { enqueueCommand } from "#features/chair-commands/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

// In this file, `run` is the extended order, which is locked together with its open extensions. The functions return
// `run` with its current state.

type Dependencies = Pick<OrderDependencies, "clock" | "times" | "payments">;

const withChanged = (run: LockedOrder, changed: OrderRecord): LockedOrder => ({
  ...run,
  extensions: run.extensions.map((one) => (one.orderId === changed.orderId ? changed : one)),
});

/**
 * Sends the next paid extension to the chair unless another one is pending. Only one is pending at a time, so that
 * the reported length of the run shows whether the chair has applied it.
 */
export async function requestNextExtension(
  uow: UnitOfWork,
  dependencies: Dependencies,
  run: LockedOrder,
): Promise<LockedOrder> {
  const next = run.extensions.find(({ status }) => status === "paid");
  const isRequested = run.extensions.some(({ status }) => status === "starting");
  if (run.status !== "running" || next === undefined || isRequested) return run;
  const now = dependencies.clock.now();
  const { orderId: extensionOrderId, deviceId, minutes } = next;
  const notAfter = later(now, dependencies.times.startDeadlineMs);
  const { orderId } = run;
  enqueueCommand(
    uow,
    { deviceId, type: "extend", orderId, seconds: minutes * 60, extensionOrderId, notAfter },
    now,
  );
  moveAndPublish(uow, next, {
    to: "starting",
    cause: "extendSent",
    at: now,
    deadlineAt: notAfter,
    startDeadlineAt: notAfter,
  });
  return withChanged(run, { ...next, status: "starting", deadlineAt: notAfter, startDeadlineAt: notAfter });
}

/**
 * Moves the end of the run by the extension's minutes after the chair has confirmed the extension (G-11). A run that
 * has not started has no end, and stays unchanged.
 */
export async function applyExtension(
  uow: UnitOfWork,
  { clock, times }: Dependencies,
  run: LockedOrder,
  extension: OrderRecord,
): Promise<LockedOrder> {
  if (run.startedAt === null) return run;
  const now = clock.now();
  const extendedMinutes = (run.extendedMinutes ?? 0) + extension.minutes;
  const endsAt = endOfRun(run.startedAt, boughtSeconds({ ...run, extendedMinutes }));
  const deadlineAt = endDeadlineOf(endsAt, times);
  await extendRun(uow, run.orderId, { endsAt, deadlineAt, extendedMinutes });
  moveAndPublish(uow, extension, {
    to: "running",
    cause: "chairExtended",
    at: now,
    // The extension needs no deadline, because it ends with the run, which has one.
    deadlineAt: null,
    startedAt: now,
    endsAt,
  });
  const running = { ...extension, status: "running", startedAt: now, endsAt, deadlineAt: null } as const;
  return withChanged({ ...run, endsAt, deadlineAt, extendedMinutes }, running);
}

/** Fails and refunds an extension, and sends the next one to the chair. */
export async function failExtension(
  uow: UnitOfWork,
  dependencies: Dependencies,
  run: LockedOrder,
  extension: OrderRecord,
  reason: { cause: EndReason; actor: string },
): Promise<LockedOrder> {
  await failOrder(uow, dependencies, extension, reason);
  const extensions = run.extensions.filter((one) => one.orderId !== extension.orderId);
  return requestNextExtension(uow, dependencies, { ...run, extensions });
}

/**
 * Compares the reported length of a run with the bought time. If the run is longer, the chair has applied the pending
 * extension, or an extension that was refunded before the chair confirmed it, for which a case is opened.
 */
export async function reconcileRunLength(
  uow: UnitOfWork,
  dependencies: Dependencies,
  run: LockedOrder,
  totalSeconds: number,
): Promise<LockedOrder> {
  const bought = boughtSeconds(run);
  if (run.status !== "running" || run.extendedMinutes === null || totalSeconds <= bought) return run;
  const requested = run.extensions.find(({ status }) => status === "starting");
  if (requested !== undefined) {
    const unconfirmed = await unconfirmedExtensions(uow, run);
    const explained = unconfirmed.reduce((seconds, { minutes }) => seconds + minutes * 60, bought);
    // The extra time may belong to a refunded or to the pending extension, so the reply or the deadline decides.
    if (totalSeconds < explained + requested.minutes * 60) return run;
    return requestNextExtension(uow, dependencies, await applyExtension(uow, dependencies, run, requested));
  }
  await reportUnconfirmedExtensions(uow, dependencies, run, totalSeconds);
  return run;
}

/** Opens a case for each refunded extension that the chair may have applied. */
async function reportUnconfirmedExtensions(
  uow: UnitOfWork,
  dependencies: Dependencies,
  { orderId: extendedId, orderedAt, deviceId }: LockedOrder,
  totalSeconds: number,
): Promise<void> {
  for (const { orderId, minutes } of await unconfirmedExtensions(uow, { orderId: extendedId, orderedAt })) {
    const detail = { extends: extendedId, minutes, totalSeconds };
    await openOrderCase(uow, dependencies, "ranAfterRefund", { orderId, deviceId }, detail);
  }
}

/**
 * Applies the pending extension if the run has lasted longer than the bought time. If none is pending, opens a case for
 * each refunded extension that the chair may have applied. This covers chairs that do not report the total length of a
 * run.
 */
export async function applyExtensionByRunTime(
  uow: UnitOfWork,
  dependencies: Dependencies,
  run: LockedOrder,
  ranSeconds: number,
): Promise<LockedOrder> {
  // A difference of one second may be due to rounding.
  if (run.extendedMinutes === null || ranSeconds <= boughtSeconds(run) + 1) return run;
  const requested = run.extensions.find(({ status }) => status === "starting");
  if (requested !== undefined && run.status === "running")
    return applyExtension(uow, dependencies, run, requested);
  await reportUnconfirmedExtensions(uow, dependencies, run, ranSeconds);
  return run;
}

/**
 * Completes the running extensions of an ended run, cancels the unpaid ones, and fails the paid and starting ones.
 */
export async function endExtensions(
  uow: UnitOfWork,
  dependencies: Dependencies,
  run: LockedOrder,
  end: { endedAt: Date; reason: EndReason },
): Promise<void> {
  const now = dependencies.clock.now();
  for (const extension of run.extensions) {
    if (extension.status === "unpaid") await cancelOrder(uow, dependencies, extension, "runEnded", now);
    else if (extension.status !== "running")
      await failOrder(uow, dependencies, extension, { cause: "runEnded", actor: "server" });
    else
      moveAndPublish(uow, extension, {
        to: "completed",
        cause: end.reason,
        at: now,
        deadlineAt: null,
        endedAt: end.endedAt,
        endReason: end.reason,
      });
  }
}
