import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { availabilityOf, findDevice } from "#features/devices/index.ts";
import { findPendingStops } from "#features/chair-commands/index.ts";
import { failOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import { moveAndPublish } from "#features/orders/record/record-order-change.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/record/order-record.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { exceededLimit } from "./extension-rules.ts";
import { remainingMsOf } from "#features/orders/record/run-rules.ts";
import { requestNextExtension } from "./run-extensions.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Marks an extension as paid, and requests it from the chair unless another extension is pending. Fails and refunds the
 * extension if the massage has ended or is being stopped, if the massage would become too long, or if the chair is
 * unavailable.
 */
export async function processExtensionPayment(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  extension: OrderRecord,
  run: LockedOrder,
  now: Date,
): Promise<void> {
  const refusal = await refusalOf(uow, dependencies, extension, run, now);
  if (refusal !== null) return failOrder(uow, dependencies, extension, { cause: refusal, actor: "server" });
  const startDeadlineAt = later(now, dependencies.times.startDeadlineMs);
  const paid = { status: "paid", deadlineAt: startDeadlineAt, startDeadlineAt } as const;
  moveAndPublish(uow, extension, {
    to: "paid",
    cause: "paymentConfirmed",
    at: now,
    deadlineAt: startDeadlineAt,
    startDeadlineAt,
  });
  const others = run.extensions.filter(({ orderId }) => orderId !== extension.orderId);
  await requestNextExtension(uow, dependencies, {
    ...run,
    extensions: [...others, { ...extension, ...paid }],
  });
}

async function refusalOf(
  uow: UnitOfWork,
  { times }: OrderDependencies,
  extension: OrderRecord,
  run: LockedOrder,
  now: Date,
): Promise<EndReason | null> {
  if (remainingMsOf(run, now) === 0) return "runEnded";
  if ((await findPendingStops(uow, [run.orderId], now)).size > 0) return "runEnded";
  const device = await findDevice(uow, run.deviceId);
  if (device === null || availabilityOf(device).kind === "unavailable") return "deviceUnavailable";
  const limit = exceededLimit(run, extension.minutes, times.maxLeftMs, now);
  return limit === null ? null : "refused";
}
