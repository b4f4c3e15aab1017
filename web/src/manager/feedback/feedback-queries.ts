import type { GiftCoupon } from "@reposo/contract/orders/gift-coupons.ts";
import type { FeedbackRow } from "@reposo/contract/feedback/feedback.ts";
import { listQuery } from "#manager/shared/lists/list-query.ts";
import { rowsPerPage } from "#manager/shared/lists/page-request.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import { type FeedbackFilter, statesOf } from "./feedback-filter.ts";

export const feedbackListQuery = ({ group, areaId }: FeedbackFilter) =>
  listQuery<FeedbackRow>(
    apiQuery("feedbackList", {
      state: statesOf(group),
      ...(areaId !== null && { areaId: [areaId] }),
      limit: rowsPerPage,
    }),
  );

export const giftListQuery = () => listQuery<GiftCoupon>(apiQuery("giftCoupons", { limit: rowsPerPage }));
