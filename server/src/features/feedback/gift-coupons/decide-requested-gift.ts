import { type ExceedsMoney, exceedsMinor, moneyOfOrder } from "#features/orders/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { createGiftCoupon, lockGiftOrder } from "./give-coupon.ts";
import { giftOfFeedback, type GiftRecord, lockGiftOutlet, writeGiftDecision } from "./gift-coupons-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface GiftDecisionInput {
  readonly approved: boolean;
  /** The operator's note to the manager; required for a refusal. */
  readonly note: string | null;
  /** Allows a coupon that exceeds what was received for its order and neither returned nor given. */
  readonly exceed: boolean;
  /** The name under which the audit trail records the decision. */
  readonly actor: string;
  readonly at: Date;
}

export type GiftDecisionOutcome =
  | { readonly kind: "noRequest" }
  | ExceedsMoney
  | (GiftRecord & { readonly kind: "decided" });

/**
 * Approves or refuses the requested gift of a feedback. Approval creates the coupon. The caller holds the feedback's
 * lock, which serialises decisions.
 * @returns the decided gift; `noRequest` if the feedback has no requested gift
 */
export async function decideRequestedGift(
  uow: UnitOfWork,
  feedbackId: string,
  { approved, note, exceed, actor, at }: GiftDecisionInput,
): Promise<GiftDecisionOutcome> {
  const gift = await giftOfFeedback(uow, feedbackId);
  if (gift === null || gift.state !== "requested") return { kind: "noRequest" };
  const { giftId, orderId, outletId, currency } = gift;
  const { status } = await lockGiftOrder(uow, orderId);
  const money = await moneyOfOrder(uow, orderId);
  const exceeding = gift.valueMinor === null ? null : exceedsMinor(status, money, gift.valueMinor);
  if (approved && exceeding !== 0 && !exceed)
    return { kind: "exceeds", exceedsMinor: exceeding, currency, ...money };
  const couponCode = approved
    ? await createGiftCoupon(uow, await lockGiftOutlet(uow, outletId), gift, at)
    : null;
  const state = approved ? "approved" : "refused";
  const decided = { giftId, state, couponCode, decidedAt: at, decidedBy: actor, decision: note } as const;
  if (!(await writeGiftDecision(uow, decided))) return { kind: "noRequest" };
  const exceeds = approved && exceeding !== 0 && { exceedsMinor: exceeding };
  const detail = { giftId, feedbackId, couponCode, decision: note, ...exceeds };
  addAuditEntry(uow, { at, actor, action: `gift.${state}`, subject: `order:${orderId}`, detail });
  return { kind: "decided", ...gift, state, couponCode, decidedAt: at, decision: note };
}
