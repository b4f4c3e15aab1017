import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { ChosenOutlets, Count, CurrencyField, Instant, Nullable, Request, SignedAmount } from "#fields.ts";
import { ReportRange } from "#revenue/report-range.ts";

const CounterSums = {
  currency: CurrencyField,
  taken: { ...SignedAmount, description: "Minor units that were taken at the counter in the range." },
  returned: {
    ...SignedAmount,
    description: "Minor units of such orders that were returned in the range; negative or 0.",
  },
  total: { ...SignedAmount, description: "`taken` and `returned` together." },
  orders: { ...Count, description: "Orders whose cash was taken in the range." },
};

/** Counter cash of orders that name no account. */
export const unknownAccount = "unknown";

export const CounterCashRow = Type.Object({
  accountId: Type.String({
    description: `Account that took the cash; \`${unknownAccount}\` for orders that name none.`,
  }),
  accountName: Nullable(Type.String({ description: "Null for orders that name no account." })),
  accountLogin: Nullable(
    Type.String({ description: "Login name, where another account of the answer has the same name." }),
  ),
  ...CounterSums,
});

export const counterCash = endpoint({
  name: "counterCash",
  method: "GET",
  path: "/web/api/v1/statistics/h5/counterCash",
  access: "details",
  summary:
    "Cash that accounts took at the counters of the caller's outlets over a range, a row an account and currency; incomeEntries with its `accountId` lists the movements behind a row.",
  request: Request({ ...ReportRange, ...ChosenOutlets }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    totals: Type.Array(Type.Object(CounterSums), { description: "Sums of the rows, one a currency." }),
    accounts: Type.Array(CounterCashRow, { description: "By name, then by currency." }),
  }),
  codes: ["outletNotFound"],
});
