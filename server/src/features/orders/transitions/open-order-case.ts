import { type AttentionKind, type NewCase, openCase } from "#features/cases/index.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Opens a case about an order. Does nothing if the order already has a case of this kind, open or closed. */
export async function openOrderCase(
  uow: UnitOfWork,
  { clock }: Pick<OrderDependencies, "clock">,
  kind: AttentionKind,
  { orderId, deviceId }: Pick<OrderRecord, "orderId" | "deviceId">,
  detail: NewCase["detail"],
): Promise<void> {
  await openCase(uow, { kind, deviceId, orderId, subject: orderId, detail, openedAt: clock.now() });
}
