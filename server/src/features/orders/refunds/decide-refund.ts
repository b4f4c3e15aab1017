import type { Currency } from "@reposo/contract/fields.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { lockRefundable, refundByHand, type RefundOutcome } from "#features/orders/index.ts";
import type { Payments } from "#features/payments/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import { lastGiven, lockOpenRequest, type RequestDecision, writeDecision } from "./refund-requests-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

interface Wires {
  readonly clock: Clock;
  readonly payments: Payments;
}

interface Deciding {
  /** Id, or the number that people read: an order has one open request at most. */
  readonly order: string;
  readonly actor: string;
}

type Asked = Exclude<Awaited<ReturnType<typeof lockOpenRequest>>, null>;
export type NoRequest = { readonly kind: "noOrder" } | { readonly kind: "noRequest" };
export type ApprovalOutcome = RefundOutcome | NoRequest;
export type RefusalOutcome = (Asked & { readonly kind: "refused" }) | NoRequest;
export type GivingOutcome =
  | RefundOutcome
  | (Asked & { readonly kind: "askedFor" })
  | {
      readonly kind: "givenBefore";
      readonly at: Date;
      readonly amountMinor: number;
      readonly currency: Currency;
    };

/** A second of the same amount sooner than this is taken for a slip. */
export const slipMinutes = 10;

async function lockAsked(uow: UnitOfWork, named: string) {
  // The order before its request, as whoever asks does: nobody waits in a circle, and two who decide at the same
  // moment do so one after the other.
  const found = await lockRefundable(uow, named);
  if (found === null) return { order: null, asked: null };
  return { order: found.order, asked: await lockOpenRequest(uow, found.order.orderId) };
}

type LockedOrder = Exclude<Awaited<ReturnType<typeof lockAsked>>["order"], null>;

async function tell(uow: UnitOfWork, order: LockedOrder, decided: RequestDecision): Promise<void> {
  await writeDecision(uow, decided);
  const { requestId, state, decision, decidedAt: at, decidedBy: actor } = decided;
  const { orderId, outletId, customerId } = order;
  addAuditEntry(uow, {
    at,
    actor,
    action: `refund.${state}`,
    subject: `order:${orderId}`,
    detail: { requestId, decision },
  });
  publishEvents(uow, { name: "order", outletId, customerId, subject: orderId, at });
}

/** Gives what was asked for, once: the refund is named by its request. */
export async function approveRefund(
  uow: UnitOfWork,
  wires: Wires,
  { order: named, actor, note }: Deciding & { readonly note: string | null },
): Promise<ApprovalOutcome> {
  const { order, asked } = await lockAsked(uow, named);
  if (order === null) return { kind: "noOrder" };
  if (asked === null) return { kind: "noRequest" };
  const { requestId, amountMinor, reason } = asked;
  const { orderId } = order;
  const outcome = await refundByHand(uow, wires, {
    order: orderId,
    amountMinor,
    reason,
    actor,
    key: requestId,
  });
  if (outcome.kind !== "begun") return outcome;
  const { refundReason } = outcome;
  const decided = { requestId, decidedAt: wires.clock.now(), decidedBy: actor, decision: note };
  await tell(uow, order, { ...decided, state: "approved", orderId, refundReason });
  return outcome;
}

/** Gives nothing, and tells the manager why. */
export async function refuseRefund(
  uow: UnitOfWork,
  { clock }: Pick<Wires, "clock">,
  { order: named, actor, why }: Deciding & { readonly why: string },
): Promise<RefusalOutcome> {
  const { order, asked } = await lockAsked(uow, named);
  if (order === null) return { kind: "noOrder" };
  if (asked === null) return { kind: "noRequest" };
  const decided = { requestId: asked.requestId, decidedAt: clock.now(), decidedBy: actor, decision: why };
  await tell(uow, order, { ...decided, state: "refused" });
  return { kind: "refused", ...asked };
}

/**
 * What an operator gives unasked; where somebody has asked, that has to be decided first, or it is given twice. The
 * same amount of the same order shortly after is given only where it is said to be meant.
 */
export async function giveRefund(
  uow: UnitOfWork,
  wires: Wires,
  { again, ...giving }: Parameters<typeof refundByHand>[2] & { readonly again: boolean },
): Promise<GivingOutcome> {
  const { order, asked } = await lockAsked(uow, giving.order);
  if (asked !== null) return { kind: "askedFor", ...asked };
  const { amountMinor } = giving;
  if (order !== null && amountMinor !== null && !again) {
    const { orderId, currency } = order;
    const since = new Date(wires.clock.now().getTime() - slipMinutes * 60_000);
    const at = await lastGiven(uow, { orderId, amountMinor, since });
    if (at !== null) return { kind: "givenBefore", at, amountMinor, currency };
  }
  return refundByHand(uow, wires, giving);
}
