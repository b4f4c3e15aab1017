import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { feedbackDetail, feedbackList, feedbackOfOrder } from "@reposo/contract/feedback.ts";
import { offerGift } from "#features/gift-coupons/index.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { mayAskRefund } from "#features/orders/refunds/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { readPageCursor, totalOf, writePageCursor } from "#platform/postgres/page-cursor.ts";
import { type FeedbackParts, type Follower, idOrAbsent, own, requireOrderPages } from "./feedback-access.ts";
import {
  causeOf,
  countFeedback,
  findFeedback,
  returnedSince,
  selectFeedback,
  selectOfOrder,
} from "./feedback-store.ts";
import { besideOf, viewFeedback, viewRow } from "./load-feedback-details.ts";
import { lastOrdersOfChair, orderSteps, stepsOf } from "./feedback-history-store.ts";
import { remedyFits } from "./feedback-rules.ts";

/** What the caller said of an order; a manager of its outlet reads what everyone said of it. */
export async function listOfOrder(
  { database, showOrder, viewMedia }: FeedbackParts,
  caller: Follower,
  orderId: string,
): Promise<ReplyOf<typeof feedbackOfOrder>> {
  requireOrderPages(caller);
  const order = await showOrder(caller, orderId);
  const customerId = caller.kind === "customer" ? caller.customerId : null;
  const found = await selectOfOrder(database, order.orderId, customerId);
  return Promise.all(
    found.map(async (feedback) => {
      const view = viewFeedback(feedback, await besideOf(database, viewMedia, feedback));
      // What a manager requests of the operator is no promise to the customer.
      return customerId === null ? view : { ...view, gift: null };
    }),
  );
}

/** A page of the feedback of the caller's outlets, newest first; `total` counts the whole filter. */
export async function listFeedback(
  { database }: FeedbackParts,
  caller: ManagerCaller,
  { limit = 20, cursor, ...asked }: RequestOf<typeof feedbackList>,
): Promise<ReplyOf<typeof feedbackList>> {
  const states = asked.state?.length ? asked.state : null;
  const filter = {
    outletIds: requireOutlets(caller, asked),
    states,
    deviceId: asked.deviceId?.trim().toUpperCase() ?? null,
  };
  const place = { ...filter, outletIds: asked.areaId ?? null };
  const after = cursor === undefined ? null : idOrAbsent(readPageCursor(place, cursor));
  const [found, counted] = await Promise.all([
    selectFeedback(database, filter, after, limit + 1),
    countFeedback(database, filter),
  ]);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const isLast = found.length <= limit;
  return {
    items: items.map(viewRow),
    nextCursor: last && !isLast ? writePageCursor(place, last.feedbackId) : null,
    total: totalOf(counted, items.length, { isFirst: after === null, isLast }),
  };
}

/** Everything that a manager needs to answer one, on one page. */
export async function showFeedback(
  { database, clock, showOrder, viewMedia, giftLimits }: FeedbackParts,
  caller: ManagerCaller,
  feedbackId: string,
): Promise<ReplyOf<typeof feedbackDetail>> {
  const feedback = own(caller, await findFeedback(database, idOrAbsent(feedbackId)));
  const [order, beside, steps, moves, chair, returned] = await Promise.all([
    showOrder(caller, feedback.orderId),
    besideOf(database, viewMedia, feedback),
    stepsOf(database, feedbackId),
    orderSteps(database, feedback.orderId),
    lastOrdersOfChair(database, feedback.deviceId, feedback.outletId),
    returnedSince(database, feedback.orderId, feedback.createdAt),
  ]);
  return {
    feedback: viewFeedback(feedback, beside),
    order,
    steps: steps.map(({ at, what, by }) => ({ at: at.toISOString(), what, by })),
    orderSteps: moves.map(({ at, status, cause }) => ({ at: at.toISOString(), status, cause })),
    chairOrders: chair.map(({ orderedAt, status, ...rest }) => ({
      ...rest,
      orderTime: orderedAt.toISOString(),
      orderStatus: status,
    })),
    giftOffer: remedyFits("coupon", feedback, beside)
      ? await offerGift(database, giftLimits, causeOf(feedback), clock.now())
      : null,
    mayAskRefund:
      remedyFits("refund", feedback, beside) && (await mayAskRefund(database, order, beside.requests)),
    returned,
  };
}
