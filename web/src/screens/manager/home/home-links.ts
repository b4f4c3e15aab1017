import type { Currency } from "@reposo/contract/fields.ts";
import type { RowsOf } from "#features/figures/index.ts";
import { hrefOf } from "#platform/routes.ts";
import { orderStatuses } from "#screens/manager/order-counts.ts";

export const incomeRows = (currency: Currency, { range, channel }: RowsOf): string =>
  hrefOf("details", { range, currency, channel });

export const orderRows = (count: keyof typeof orderStatuses): string =>
  hrefOf("orders", { orderStatus: orderStatuses[count], startDate: "today", endDate: "today" });
