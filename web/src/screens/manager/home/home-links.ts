import type { Currency } from "@reposo/contract/fields.ts";
import type { RowsOf } from "#features/figures/index.ts";
import { hrefOf } from "#platform/routes.ts";

/** What home counts as normal, abnormal and unpaid (HOME-2), in the order list's own filter. */
export const orderStatuses = {
  normal: ["paid", "starting", "running", "completed"],
  abnormal: ["failed", "refunded"],
  unpaid: ["unpaid", "cancelled"],
} as const;

export const incomeRows = (currency: Currency, { range, channel }: RowsOf): string =>
  hrefOf("details", { range, currency, channel });

export const orderRows = (count: keyof typeof orderStatuses): string =>
  hrefOf("orders", { orderStatus: orderStatuses[count], startDate: "today", endDate: "today" });
