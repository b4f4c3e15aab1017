import { Type } from "typebox";
import { CurrencyField, OneOf } from "#fields.ts";

/** Columns that rows are sorted by; rows of outlets, devices and accounts have some of them each. */
export const reportSorts = [
  "total",
  "name",
  "online",
  "cash",
  "orders",
  "average",
  "ordersPerDevice",
  "taken",
  "returned",
] as const;
export type ReportSort = (typeof reportSorts)[number];

/** The order of the rows of a report as a file. */
export const ReportOrder = {
  firstCurrency: Type.Optional({
    ...CurrencyField,
    description:
      "Rows of outlets and accounts are grouped by currency, this one first, then the others; without it the account's own.",
  }),
  sort: Type.Optional(
    OneOf(
      reportSorts,
      "Of rows of outlets, devices and accounts, within their currency; without it by name. A column that the rows do not have counts as `total`. Movements of money are newest first.",
    ),
  ),
  order: Type.Optional(OneOf(["asc", "desc"], "Of the sorted column; without it ascending.")),
};
