import { Type } from "typebox";
import { CurrencyField, OneOf } from "./fields.ts";

/** Columns that rows of outlets are sorted by; rows of devices have the first five. */
export const reportSorts = [
  "total",
  "name",
  "online",
  "cash",
  "orders",
  "average",
  "ordersPerDevice",
] as const;
export type ReportSort = (typeof reportSorts)[number];

/** The order of the rows of a report as a file. */
export const ReportOrder = {
  firstCurrency: Type.Optional({
    ...CurrencyField,
    description:
      "Rows of outlets are grouped by currency, this one first, then the others; without it the account's own.",
  }),
  sort: Type.Optional(
    OneOf(
      reportSorts,
      "Of rows of outlets and devices, within their currency; without it by name. A column that devices do not have counts as `total`. Movements of money are newest first.",
    ),
  ),
  order: Type.Optional(OneOf(["asc", "desc"], "Of the sorted column; without it ascending.")),
};
