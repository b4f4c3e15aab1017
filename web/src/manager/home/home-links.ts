import type { Currency } from "@reposo/contract/fields.ts";
import { type CountedAs, countedStatuses } from "@reposo/contract/orders/orders.ts";
import type { RowsOf } from "#manager/figures/index.ts";
import { hrefOf } from "#shared/routing/routes.ts";

/** `areaId` is null for all outlets. */
export const incomeRows = (currency: Currency, { range, channel }: RowsOf, areaId: string | null): string =>
  hrefOf("details", { range, currency, channel, areaId });

/** Links to the day of the figures, which after midnight is no longer today. */
export const orderRows = (count: CountedAs, day: string, areaId: string | null): string =>
  hrefOf("orders", { orderStatus: countedStatuses[count], startDate: day, endDate: day, areaId });
