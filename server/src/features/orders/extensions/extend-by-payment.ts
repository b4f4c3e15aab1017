import type { EndReason } from "@reposo/contract/orders.ts";
import { availabilityOf, findDevice } from "#features/devices/index.ts";
import { findWaitingStops } from "#features/orders/execution/chair-commands-store.ts";
import { failOrder } from "#features/orders/execution/fail-order.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/order-record.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { isWithinBounds } from "./extension-rules.ts";
import { askForNext } from "./run-extensions.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * An extension that was paid for: the chair is asked for it, or its money goes back at once, since the massage was
 * over, is being stopped, or has been extended enough meanwhile.
 */
export async function extendByPayment(
  uow: UnitOfWork,
  parts: OrderParts,
  extension: OrderRecord,
  run: LockedOrder,
  now: Date,
): Promise<void> {
  const refusal = await whyNot(uow, parts, extension, run, now);
  if (refusal !== null) return failOrder(uow, parts, extension, { cause: refusal, actor: "server" });
  const startDeadlineAt = later(now, parts.times.startDeadlineMs);
  const paid = { status: "paid", deadlineAt: startDeadlineAt, startDeadlineAt } as const;
  moveOrder(uow, {
    orderId: extension.orderId,
    from: "unpaid",
    to: "paid",
    cause: "paymentConfirmed",
    at: now,
    deadlineAt: startDeadlineAt,
    startDeadlineAt,
  });
  announceOrder(uow, extension, now);
  const others = run.extensions.filter(({ orderId }) => orderId !== extension.orderId);
  await askForNext(uow, parts, { ...run, extensions: [...others, { ...extension, ...paid }] });
}

async function whyNot(
  uow: UnitOfWork,
  { times }: OrderParts,
  extension: OrderRecord,
  run: LockedOrder,
  now: Date,
): Promise<EndReason | null> {
  if (run.status !== "running" || run.endsAt === null || run.endsAt <= now) return "runEnded";
  if ((await findWaitingStops(uow, [run.orderId], now)).size > 0) return "runEnded";
  const device = await findDevice(uow, run.deviceId);
  if (device === null || availabilityOf(device).kind === "unavailable") return "deviceUnavailable";
  return isWithinBounds(run, extension.minutes, times.longestLeftMs, now) ? null : "refused";
}
