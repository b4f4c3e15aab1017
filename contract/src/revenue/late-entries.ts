import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  CalendarDate,
  ChosenOutlets,
  Count,
  CurrencyField,
  Instant,
  Request,
  SignedAmount,
} from "#fields.ts";
import { ReportRange } from "./report-range.ts";

export const LateEntry = Type.Object({
  month: { ...CalendarDate, description: "First day of the closed month, by the outlet's calendar." },
  recordedOn: {
    ...CalendarDate,
    description: "Day on which the money became known, by the outlet's calendar.",
  },
  areaId: Type.String(),
  areaName: Type.String(),
  deviceId: Type.String(),
  currency: CurrencyField,
  amount: { ...SignedAmount, description: "Minor units; part of every figure of its hour, day, and month." },
  entries: { ...Count, description: "Movements of money." },
  coins: { ...Count, description: "How many of them are coins." },
});

export const lateEntries = endpoint({
  name: "lateEntries",
  method: "GET",
  path: "/web/api/v1/statistics/h5/lateEntries",
  access: "details",
  summary:
    "Money of a range that became known after its month was closed, such as coins of a chair that was offline: a row a day of recording, month, chair and currency. The reports of the range contain it.",
  request: Request({ ...ReportRange, ...ChosenOutlets }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    lateEntries: Type.Array(LateEntry, { description: "Latest recorded first." }),
  }),
  codes: ["outletNotFound"],
});
