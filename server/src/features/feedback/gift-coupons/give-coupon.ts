import { randomUUID } from "node:crypto";
import { calendarRange, dateIn, daysRange } from "#platform/time/calendar.ts";
import type { GiftOffer } from "@reposo/contract/orders/gift-coupons.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";
import { benefitLeftMinor, lockOrder, moneyOfOrder } from "#features/orders/index.ts";
import { outletsById } from "#features/outlets/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { createCoupons, newCoupon } from "#features/coupons/index.ts";
import { countGifts, type GiftOutlet, insertGift, lockGiftOutlet } from "./gift-coupons-store.ts";
import { exceededLimit, type GiftLimits, giftValue, limitValue } from "./gift-rules.ts";

export interface GiftCause {
  readonly feedbackId: string;
  readonly orderId: string;
  readonly outletId: string;
  readonly orderedAt: Date;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** The manager's account that sent the feedback; null for a customer's feedback. */
  readonly accountId: string | null;
}

type Giver = Pick<ManagerCaller, "kind" | "accountId">;

interface Gift {
  readonly limits: GiftLimits;
  readonly cause: GiftCause;
  readonly at: Date;
}

async function assessGift(
  db: Querier,
  { accountId }: Giver,
  { limits, cause, at }: Gift,
  { outlet, status }: { readonly outlet: GiftOutlet; readonly status: OrderStatus },
) {
  const day = calendarRange("today", at, outlet.timeZone);
  const month = calendarRange("thisMonth", at, outlet.timeZone);
  const counts = await countGifts(db, cause, { day, month });
  const leftMinor = benefitLeftMinor(status, await moneyOfOrder(db, cause.orderId));
  const orderAgeMs = at.getTime() - cause.orderedAt.getTime();
  const isOwnFeedback = cause.accountId === accountId;
  const exceeded = exceededLimit(limits, { ...counts, orderAgeMs, leftMinor, isOwnFeedback });
  return { exceeded, leftMinor, value: giftValue(cause, leftMinor) ?? { valueMinor: null, currency: null } };
}

/** Returns the coupon that an answer to the feedback could give, and the limit that the coupon would exceed. */
export async function readGiftOffer(
  db: Querier,
  caller: Giver,
  status: OrderStatus,
  gift: Gift,
): Promise<GiftOffer> {
  const { limits, cause } = gift;
  const [outlet] = await outletsById(db, [cause.outletId]);
  if (outlet === undefined) throw new Error(`outlet ${cause.outletId} of a feedback is missing`);
  const { exceeded: limit, value } = await assessGift(db, caller, gift, { outlet, status });
  return { amount: value.valueMinor, currency: cause.currency, limit, most: limitValue(limits, limit) };
}

/**
 * Gives a coupon with an answer to feedback, or requests it from the operator if it exceeds a limit. Locks the order and
 * the outlet until the transaction ends, so that concurrent gifts and refunds cannot exceed a limit. The caller holds the
 * feedback's lock, and has checked that the feedback has no gift.
 * @returns the coupon's code, or null if the coupon was only requested
 */
export async function giveCoupon(uow: UnitOfWork, caller: Giver, gift: Gift): Promise<string | null> {
  const { accountId } = caller;
  const { cause, at } = gift;
  const { status } = await lockGiftOrder(uow, cause.orderId);
  const outlet = await lockGiftOutlet(uow, cause.outletId);
  const { exceeded, leftMinor, value } = await assessGift(uow, caller, gift, { outlet, status });
  const couponCode = exceeded === null ? await createGiftCoupon(uow, outlet, value, at) : null;
  const giftId = randomUUID();
  const { feedbackId, orderId, outletId } = cause;
  const ids = { giftId, feedbackId, orderId, outletId, accountId };
  await insertGift(uow, { ...ids, ...value, leftMinor, exceeded, couponCode, createdAt: at });
  addAuditEntry(uow, {
    at,
    actor: actorOf(caller),
    action: exceeded === null ? "gift.given" : "gift.requested",
    subject: `order:${orderId}`,
    detail: { giftId, feedbackId, couponCode, exceeded, ...value },
  });
  return couponCode;
}

/** @throws Error if the order is missing */
export async function lockGiftOrder(uow: UnitOfWork, orderId: string) {
  const order = await lockOrder(uow, orderId);
  if (order === null) throw new Error(`order ${orderId} of a feedback is missing`);
  return order;
}

const couponDays = 90;

/**
 * Creates the coupon of a gift, which is valid for one use at the outlet, today and on the next `couponDays` days.
 * @returns the coupon's code
 */
export async function createGiftCoupon(
  uow: UnitOfWork,
  { outletId, timeZone }: GiftOutlet,
  { valueMinor, currency }: { readonly valueMinor: number | null; readonly currency: Currency | null },
  at: Date,
): Promise<string> {
  // The last day ends at midnight in the outlet's time zone, because the customer sees only the date.
  const lastDay = dateIn(at, timeZone).add({ days: couponDays });
  const { to: validUntil } = daysRange(lastDay, lastDay, timeZone);
  const value =
    valueMinor === null
      ? { property: "free" as const }
      : { property: "amountOff" as const, valueMinor, currency };
  const terms = { ...newCoupon, ...value, validUntil, outletIds: [outletId] };
  const { codes, problems } = await createCoupons(uow, { count: 1, terms }, at);
  const [code] = codes;
  if (code === undefined)
    throw new Error(`the coupon of a gift is invalid: ${problems.map(({ message }) => message).join("; ")}`);
  return code;
}
