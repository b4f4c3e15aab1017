import { writeAudit } from "#platform/postgres/audit-trail.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { createGift } from "./create-gift.ts";
import { giftOfFeedback, type GiftRecord, lockGiftOutlet, writeGiftDecision } from "./gift-coupons-store.ts";

export interface GiftVerdict {
  readonly approved: boolean;
  /** The operator's note to the manager; a refusal needs one. */
  readonly note: string | null;
  readonly actor: string;
  readonly at: Date;
}

/**
 * Decides a requested gift. The caller holds the feedback's lock, so that two who decide do so one after the other.
 * @returns the gift as it was decided; null where none is requested
 */
export async function settleGift(
  tx: Transaction,
  feedbackId: string,
  { approved, note, actor, at }: GiftVerdict,
): Promise<GiftRecord | null> {
  const gift = await giftOfFeedback(tx, feedbackId);
  if (gift === null || gift.state !== "requested") return null;
  const { giftId, orderId, outletId } = gift;
  const couponCode = approved ? await createGift(tx, await lockGiftOutlet(tx, outletId), gift, at) : null;
  const state = approved ? "approved" : "refused";
  const decided = { giftId, state, couponCode, decidedAt: at, decidedBy: actor, decision: note } as const;
  if (!(await writeGiftDecision(tx, decided))) return null;
  const detail = { giftId, feedbackId, couponCode, decision: note };
  await writeAudit(tx, { at, actor, action: `gift.${state}`, subject: `order:${orderId}`, detail });
  return { ...gift, state, couponCode, decidedAt: at, decision: note };
}
