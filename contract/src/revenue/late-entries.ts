import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  CalendarDate,
  ChosenOutlets,
  Count,
  CurrencyField,
  Instant,
  NextPage,
  PageFields,
  Request,
  SignedAmount,
} from "#fields.ts";
import { ReportRange } from "./report-range.ts";

export const LateEntry = Type.Object({
  month: { ...CalendarDate, description: "First day of the closed month, in the outlet's time zone." },
  recordedOn: {
    ...CalendarDate,
    description: "Day on which the server recorded the entries, in the outlet's time zone.",
  },
  areaId: Type.String(),
  areaName: Type.String(),
  deviceId: Type.String(),
  currency: CurrencyField,
  amount: {
    ...SignedAmount,
    description: "Amount in minor units, included in all figures of its hour, day, and month.",
  },
  entries: { ...Count, description: "Number of ledger entries." },
  coins: { ...Count, description: "Number of these ledger entries that are coins." },
});

export const lateEntries = endpoint("lateEntries", {
  summary:
    "Lists income of a range that the server recorded after the month of the income was closed, for example coins of a chair that was offline. Each row sums the entries of one day of recording, month, chair, and currency. The reports of the range include these entries.",
  request: Request({ ...ReportRange, ...ChosenOutlets, ...PageFields }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    lateEntries: Type.Array(LateEntry, { description: "Rows, the most recently recorded first." }),
    ...NextPage,
  }),
  codes: ["outletNotFound"],
});
