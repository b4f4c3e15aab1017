import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  ChosenOutlets,
  Count,
  CurrencyField,
  GivenId,
  Instant,
  NextPage,
  Nullable,
  PageFields,
  Request,
  SignedAmount,
  PerCurrency,
} from "#fields.ts";
import { ReportOrder } from "#revenue/report-order.ts";
import { ReportRange } from "#revenue/report-range.ts";

const CounterSums = {
  currency: CurrencyField,
  taken: { ...SignedAmount, description: "Counter cash received in the range, in minor units." },
  returned: {
    ...SignedAmount,
    description: "Refunds of counter cash in the range, in minor units; negative or 0.",
  },
  total: { ...SignedAmount, description: "Sum of `taken` and `returned`." },
  orders: { ...Count, description: "Number of orders whose counter cash was received in the range." },
};

/** `accountId` of counter cash whose order has no account. */
export const unknownAccount = "unknown";

export const CounterCashRow = Type.Object({
  accountId: Type.String({
    description: `ID of the account that received the cash; \`${unknownAccount}\` for orders without an account.`,
  }),
  accountName: Nullable(Type.String(), "Name of the account; null for orders without an account."),
  accountLogin: Nullable(
    Type.String(),
    "Login name; set only if another account with counter cash in the range has the same name.",
  ),
  ...CounterSums,
});

export const counterCash = endpoint("counterCash", {
  summary:
    "Lists the counter cash that accounts received in the caller's outlets over a range, one row per account and currency. incomeEntries with an `accountId` lists the ledger entries of a row.",
  request: Request({
    ...ReportRange,
    ...ChosenOutlets,
    accountId: Type.Optional({
      ...GivenId,
      description: "`accountId` of a row; only its rows are returned.",
    }),
    ...ReportOrder,
    ...PageFields,
  }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    totals: PerCurrency(
      Type.Object({ ...CounterSums, accounts: { ...Count, description: "Number of rows of the currency." } }),
      "Sums of all rows, one per currency.",
    ),
    accounts: Type.Array(CounterCashRow, {
      description: "Rows by currency, sorted by `sort`; orders without an account are last by name.",
    }),
    ...NextPage,
  }),
  codes: ["outletNotFound"],
});
