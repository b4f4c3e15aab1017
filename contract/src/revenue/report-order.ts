import { Type } from "typebox";
import { CurrencyField, OneOf } from "#fields.ts";

/** Columns by which a report can be sorted. Each type of row has a subset of them. */
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

export const ReportOrder = {
  firstCurrency: Type.Optional({
    ...CurrencyField,
    description:
      "Currency whose rows of outlets and accounts come first; by default the currency of the caller's account.",
  }),
  sort: Type.Optional(
    OneOf(
      reportSorts,
      "Column by which rows of outlets, devices, and accounts are sorted within their currency; by default `name`. A column that the rows do not have is treated as `total`. Ledger entries are always sorted newest first.",
    ),
  ),
  order: Type.Optional(OneOf(["asc", "desc"], "Direction of the sort; ascending by default.")),
};
