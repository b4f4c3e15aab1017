import { apiQuery } from "#shared/api/api-query.ts";

/** The feedback on an order, newest first, with the manager's answers. */
export const feedbackOfOrderQuery = (orderId: string) => ({
  ...apiQuery("feedbackOfOrder", { orderId }),
  // Data of a document or of another page are not fetched again immediately.
  staleTime: 4_000,
});
