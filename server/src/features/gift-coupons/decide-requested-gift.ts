import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { createGiftCoupon } from "./give-coupon.ts";
import { giftOfFeedback, type GiftRecord, lockGiftOutlet, writeGiftDecision } from "./gift-coupons-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface GiftDecisionInput {
  readonly approved: boolean;
  /** The operator's note to the manager; required for a refusal. */
  readonly note: string | null;
  /** The name under which the audit trail records the decision. */
  readonly actor: string;
  readonly at: Date;
}

/**
 * Approves or refuses the requested gift of a feedback. Approval creates the coupon. The caller holds the feedback's
 * lock, which serialises decisions.
 * @returns the decided gift, or null if the feedback has no requested gift
 */
export async function decideRequestedGift(
  uow: UnitOfWork,
  feedbackId: string,
  { approved, note, actor, at }: GiftDecisionInput,
): Promise<GiftRecord | null> {
  const gift = await giftOfFeedback(uow, feedbackId);
  if (gift === null || gift.state !== "requested") return null;
  const { giftId, orderId, outletId } = gift;
  const couponCode = approved
    ? await createGiftCoupon(uow, await lockGiftOutlet(uow, outletId), gift, at)
    : null;
  const state = approved ? "approved" : "refused";
  const decided = { giftId, state, couponCode, decidedAt: at, decidedBy: actor, decision: note } as const;
  if (!(await writeGiftDecision(uow, decided))) return null;
  const detail = { giftId, feedbackId, couponCode, decision: note };
  addAuditEntry(uow, { at, actor, action: `gift.${state}`, subject: `order:${orderId}`, detail });
  return { ...gift, state, couponCode, decidedAt: at, decision: note };
}
