import { Type } from "typebox";
import { CurrencyField, OneOf } from "#fields.ts";
import { reportSorts } from "./report-values.ts";

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
