/** What counts as normal, abnormal and unpaid (HOME-2), in the order list's own filter. */
export const orderStatuses = {
  normal: ["paid", "starting", "running", "completed"],
  abnormal: ["failed", "refunded"],
  unpaid: ["unpaid", "cancelled"],
} as const;
