import { publishEvents } from "#features/live-events/index.ts";
import { lockWithRequest, type OpenRequest, refundManually, type RefundOutcome } from "./refund-manually.ts";
import type { RefundDependencies } from "./refund-order.ts";
import { auditOrder } from "#features/orders/record/record-order-change.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { type RequestDecision, writeDecision } from "./refund-requests-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

interface Decision {
  /** ID or number of the order, which has at most one open request. */
  readonly order: string;
  readonly actor: string;
}

type NoRequest = { readonly kind: "noOrder" } | { readonly kind: "noRequest" };
export type ApprovalOutcome = RefundOutcome | NoRequest;
export type RefusalOutcome = (OpenRequest & { readonly kind: "refused" }) | NoRequest;

async function recordDecision(uow: UnitOfWork, order: OrderRecord, decided: RequestDecision): Promise<void> {
  await writeDecision(uow, decided);
  const { requestId, state, decision, decidedAt: at, decidedBy: actor } = decided;
  const { orderId, outletId, customerId } = order;
  auditOrder(uow, orderId, { at, actor, action: `refund.${state}`, detail: { requestId, decision } });
  publishEvents(uow, { name: "order", outletId, customerId, subject: orderId, at });
}

/**
 * Approves the open request of an order and refunds its amount. The request's ID is the idempotency key of the
 * refund.
 */
export async function approveRefund(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  {
    order: idOrNumber,
    actor,
    note,
    exceed = false,
  }: Decision & { readonly note: string | null; readonly exceed?: boolean },
): Promise<ApprovalOutcome> {
  const { order, request } = await lockWithRequest(uow, idOrNumber);
  if (order === null) return { kind: "noOrder" };
  if (request === null) return { kind: "noRequest" };
  const { requestId, amountMinor, reason } = request;
  const { orderId } = order;
  const outcome = await refundManually(uow, dependencies, {
    order: orderId,
    amountMinor,
    reason,
    actor,
    exceed,
    key: requestId,
  });
  if (outcome.kind !== "started") return outcome;
  const { refundReason } = outcome;
  const decided = { requestId, decidedAt: dependencies.clock.now(), decidedBy: actor, decision: note };
  await recordDecision(uow, order, { ...decided, state: "approved", orderId, refundReason });
  return outcome;
}

/** Refuses the open request of an order. The manager sees the reason. */
export async function refuseRefund(
  uow: UnitOfWork,
  { clock }: Pick<RefundDependencies, "clock">,
  { order: idOrNumber, actor, reason }: Decision & { readonly reason: string },
): Promise<RefusalOutcome> {
  const { order, request } = await lockWithRequest(uow, idOrNumber);
  if (order === null) return { kind: "noOrder" };
  if (request === null) return { kind: "noRequest" };
  const decided = {
    requestId: request.requestId,
    decidedAt: clock.now(),
    decidedBy: actor,
    decision: reason,
  };
  await recordDecision(uow, order, { ...decided, state: "refused" });
  return { kind: "refused", ...request };
}
