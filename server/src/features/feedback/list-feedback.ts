import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { feedbackDetail, feedbackList, feedbackOfOrder } from "@reposo/contract/feedback/feedback.ts";
import { readGiftOffer } from "./gift-coupons/index.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { mayRequestRefund } from "#features/orders/refunds/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { pageOf, readIdCursor, totalOf, writePageCursor } from "#platform/postgres/page-cursor.ts";
import {
  type FeedbackDependencies,
  type FeedbackCaller,
  requireFeedbackId,
  requireOwnFeedback,
  requireOrderPages,
} from "./feedback-access.ts";
import {
  countFeedback,
  findFeedback,
  returnedSince,
  selectFeedback,
  selectFeedbackOfOrder,
} from "./feedback-store.ts";
import { loadFeedbackDetails, viewFeedback, viewRow } from "./load-feedback-details.ts";
import { lastOrdersOfChair, selectHistory, selectOrderHistory } from "./feedback-history-store.ts";
import { isRemedyAllowed } from "./feedback-rules.ts";

/** Returns the feedback on an order: a customer sees only own feedback, a manager of the outlet sees all feedback. */
export async function listFeedbackOfOrder(
  { database, fetchOrder, viewMedia }: FeedbackDependencies,
  caller: FeedbackCaller,
  orderId: string,
): Promise<ReplyOf<typeof feedbackOfOrder>> {
  requireOrderPages(caller);
  const order = await fetchOrder(caller, orderId);
  const customerId = caller.kind === "customer" ? caller.customerId : null;
  const found = await selectFeedbackOfOrder(database, order.orderId, customerId);
  return Promise.all(
    found.map(async (feedback) => {
      const view = viewFeedback(feedback, await loadFeedbackDetails(database, viewMedia, feedback));
      // A customer must not see a gift that the operator has not approved yet.
      return customerId === null ? view : { ...view, gift: null };
    }),
  );
}

export async function listFeedback(
  { database }: FeedbackDependencies,
  caller: ManagerCaller,
  { limit = 20, cursor, ...request }: RequestOf<typeof feedbackList>,
): Promise<ReplyOf<typeof feedbackList>> {
  const states = request.state?.length ? request.state : null;
  const filter = {
    outletIds: requireOutlets(caller, request),
    states,
    deviceId: request.deviceId ?? null,
  };
  // The cursor contains the requested outlets instead of the caller's, so that it stays valid when the caller's outlets
  // change.
  const cursorScope = { ...filter, outletIds: request.areaId ?? null };
  const after = cursor === undefined ? null : readIdCursor(cursorScope, cursor);
  const [found, counted] = await Promise.all([
    selectFeedback(database, filter, after, limit + 1),
    countFeedback(database, filter),
  ]);
  const page = pageOf(found, limit, ({ feedbackId }) => writePageCursor(cursorScope, feedbackId));
  return { ...page, items: page.items.map(viewRow), total: totalOf(counted, page, after === null) };
}

export async function showFeedback(
  { database, clock, fetchOrder, viewMedia, giftLimits }: FeedbackDependencies,
  caller: ManagerCaller,
  feedbackId: string,
): Promise<ReplyOf<typeof feedbackDetail>> {
  const feedback = requireOwnFeedback(caller, await findFeedback(database, requireFeedbackId(feedbackId)));
  const [order, details, history, orderHistory, chair, returned] = await Promise.all([
    fetchOrder(caller, feedback.orderId),
    loadFeedbackDetails(database, viewMedia, feedback),
    selectHistory(database, feedbackId),
    selectOrderHistory(database, feedback.orderId),
    lastOrdersOfChair(database, feedback.deviceId, feedback.outletId),
    returnedSince(database, feedback.orderId, feedback.createdAt),
  ]);
  return {
    feedback: viewFeedback(feedback, details),
    order,
    steps: history.map(({ at, what, by }) => ({ at: at.toISOString(), what, by })),
    orderSteps: orderHistory.map(({ at, status, cause }) => ({ at: at.toISOString(), status, cause })),
    chairOrders: chair.map(({ orderedAt, status, ...rest }) => ({
      ...rest,
      orderTime: orderedAt.toISOString(),
      orderStatus: status,
    })),
    giftOffer: isRemedyAllowed("coupon", feedback, details)
      ? await readGiftOffer(database, caller, order.orderStatus, {
          limits: giftLimits,
          cause: feedback,
          at: clock.now(),
        })
      : null,
    mayAskRefund:
      isRemedyAllowed("refund", feedback, details) &&
      (await mayRequestRefund(database, order, details.requests)),
    returned,
  };
}
