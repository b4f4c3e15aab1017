import type { Currency } from "@reposo/contract/fields.ts";
import { type CountedAs, countedStatuses } from "@reposo/contract/orders/orders.ts";
import type { TransactionFilter } from "#manager/figures/index.ts";
import { hrefOf } from "#shared/routing/routes.ts";

/** Returns the link to the transactions behind an income figure; a null `areaId` means all outlets. */
export const incomeRows = (
  currency: Currency,
  { range, channel }: TransactionFilter,
  areaId: string | null,
): string => hrefOf("details", { range, currency, channel, areaId });

/**
 * Returns the link to the orders behind a count. It names the day of the figures, because that day may no longer be
 * today when the link is opened.
 */
export const orderRows = (count: CountedAs, day: string, areaId: string | null): string =>
  hrefOf("orders", { orderStatus: countedStatuses[count], startDate: day, endDate: day, areaId });
