import { addAuditEntry, type AuditEntry } from "#platform/postgres/audit-trail.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { moveOrder, type OrderMove } from "./order-moves-store.ts";
import type { OrderRecord } from "./order-record.ts";
import { type AttentionKind, type NewCase, openCase } from "#features/cases/index.ts";
import type { OrderDependencies } from "./order-dependencies.ts";

/** Adds an entry about an order to the audit trail. */
export const auditOrder = (uow: UnitOfWork, orderId: string, entry: Omit<AuditEntry, "subject">): void =>
  addAuditEntry(uow, { ...entry, subject: `order:${orderId}` });

type Subject = Pick<OrderRecord, "orderId" | "outletId" | "deviceId" | "customerId"> & {
  readonly parentOrderId?: string | null;
};

/**
 * Publishes live events for a changed order and its chair when the transaction commits. For an extension, also
 * publishes the extended order, because the page of that order shows the extension.
 */
export function publishOrder(uow: UnitOfWork, order: Subject, now: Date): void {
  const { orderId, outletId, deviceId, customerId, parentOrderId } = order;
  const followed = parentOrderId ? [parentOrderId, orderId] : [orderId];
  publishEvents(
    uow,
    ...followed.map((subject) => ({ name: "order" as const, outletId, customerId, subject, at: now })),
    { name: "device", outletId, subject: deviceId, at: now },
  );
}

/** Moves a locked order from its current status as `moveOrder` does, and publishes the change. */
export function moveAndPublish(
  uow: UnitOfWork,
  order: OrderRecord,
  move: Omit<OrderMove, "orderId" | "from">,
): void {
  moveOrder(uow, { ...move, orderId: order.orderId, from: order.status });
  publishOrder(uow, order, move.at);
}

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
