import { openFeedbackStates } from "@reposo/contract/feedback/feedback-limits.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { GiftCoupon } from "@reposo/contract/orders/gift-coupons.ts";
import type { feedbackDetail, FeedbackRow } from "@reposo/contract/feedback/feedback.ts";
import { listQuery, rowsPerPage } from "#manager/shared/lists/list-query.ts";
import { apiQuery, type DataOf, type PageQuery } from "#shared/api/api-query.ts";
import { feedbackOfOrderQuery } from "#shared/feedback/feedback-of-order.ts";
import { type FeedbackFilter, readFeedbackFilter, readFeedbackView, statesOf } from "./feedback-filter.ts";

export const feedbackListQuery = ({ group, areaId }: FeedbackFilter) =>
  listQuery<FeedbackRow>(
    apiQuery("feedbackList", {
      state: statesOf(group),
      ...(areaId !== null && { areaId: [areaId] }),
      limit: rowsPerPage,
    }),
  );

export type FeedbackPage = ReplyOf<typeof feedbackDetail>;

export const feedbackDetailQuery = (feedbackId: string) => ({
  ...apiQuery("feedbackDetail", { feedbackId }),
  // Data of a document are not fetched again immediately.
  staleTime: 4_000,
});

export const giftListQuery = () => listQuery<GiftCoupon>(apiQuery("giftCoupons", { limit: rowsPerPage }));

/** Counts the open feedback of one outlet, or without `areaId` of all outlets; `total` is the number. */
export const openFeedbackQuery = (areaId?: string) => ({
  ...apiQuery("feedbackList", {
    state: [...openFeedbackStates],
    limit: 1,
    ...(areaId !== undefined && { areaId: [areaId] }),
  }),
  staleTime: 30_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: "always" as const,
});

/** The queries of the first view of the page. */
export function firstFeedbackQueries(search: string, dataOf: DataOf): readonly PageQuery[] {
  const query = new URLSearchParams(search);
  const { feedbackId, orderId, giftsShown } = readFeedbackView(query);
  if (feedbackId !== null) {
    const order = dataOf(feedbackDetailQuery(feedbackId))?.order;
    return [feedbackDetailQuery(feedbackId), ...(order ? [feedbackOfOrderQuery(order.orderId)] : [])];
  }
  if (orderId !== null) {
    const newest = dataOf(feedbackOfOrderQuery(orderId))?.[0];
    return [feedbackOfOrderQuery(orderId), ...(newest ? [feedbackDetailQuery(newest.feedbackId)] : [])];
  }
  return [giftsShown ? giftListQuery() : feedbackListQuery(readFeedbackFilter(query))];
}
