import { type Static, Type } from "typebox";
import { alertKinds } from "#alerts/alert-kinds.ts";
import { Device } from "./devices.ts";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  CalendarDate,
  Count,
  CurrencyField,
  Cursor,
  GivenDeviceId,
  Instant,
  Limit,
  Nullable,
  OneOf,
  Page,
  Request,
} from "#fields.ts";
import { orderStatuses, payTypes } from "#orders/orders.ts";
import { PeriodSums } from "#revenue/revenue.ts";

/** Days that `utilisation` covers, today included. */
export const utilisationDays = 14;
/** Days that `hourShares` covers, today included. */
export const hourShareDays = 28;
/** Quarantined coins that the page lists; `quarantinedCount` counts all. */
export const quarantinedCoinsShown = 20;

export const quarantineReasons = ["amount", "currency", "counter", "rate"] as const;

const QuarantineReason = OneOf(
  quarantineReasons,
  "An implausible amount, a currency other than the outlet's, a counter that does not match, or more coins a minute than the price group allows.",
);

export const devicePage = endpoint({
  name: "devicePage",
  method: "GET",
  path: "/web/api/v1/device/page",
  access: "home",
  carriesEventId: true,
  summary:
    "One chair of the caller's outlets: its state, its income and its use. Days begin at midnight in the caller's zone.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Type.Object({
    device: Device,
    stateSince: Nullable({
      ...Instant,
      description:
        "Since when it is disabled, offline, faulty, in use or idle, the first of these that applies; null where that is unknown.",
    }),
    firmware: Nullable(
      Type.String({ description: "As the chair reported it; null before its first report." }),
    ),
    income: Type.Array(
      Type.Object({
        currency: CurrencyField,
        today: PeriodSums,
        yesterday: PeriodSums,
        thisMonth: PeriodSums,
      }),
      { description: "Of this chair at its present outlet, a row a currency, the outlet's first." },
    ),
    utilisation: Type.Array(
      Type.Object({
        date: CalendarDate,
        minutes: { ...Count, description: "Whole minutes that the chair ran on this day." },
      }),
      { description: `The last ${utilisationDays} calendar days, the newest last.` },
    ),
    hourShares: Type.Array(Nullable(Type.Integer({ minimum: 0, maximum: 100 })), {
      minItems: 168,
      maxItems: 168,
      description: `Percent of each hour of the week that the chair ran in the last ${hourShareDays} days, from Monday 0:00; null for hours without any time since its installation. Opening hours are not known, so all hours count.`,
    }),
    testRuns: {
      ...Count,
      description: `Test runs in the same ${utilisationDays} days, which \`utilisation\` leaves out.`,
    },
    quarantinedCount: { ...Count, description: "Coins that wait for the operator's decision." },
    quarantined: Type.Array(
      Type.Object({
        coinId: Type.String(),
        reason: QuarantineReason,
        amount: Nullable({ ...Amount, description: "Minor units; null where the chair reported none." }),
        currency: CurrencyField,
        insertedAt: Instant,
      }),
      { description: `The newest ${quarantinedCoinsShown} of them.` },
    ),
  }),
  codes: ["deviceUnknown", "deviceOfOtherOutlet"],
});

export const timelineKinds = ["order", "fault", "cleared", "quarantined", "collection", "alert"] as const;

export const TimelineEntry = Type.Object({
  entryId: Type.String(),
  at: {
    ...Instant,
    description:
      "Order time, or when the chair reported the event, the coin was inserted, or the alert opened.",
  },
  kind: OneOf(
    timelineKinds,
    "An order, a fault, the end of a fault, a coin that was quarantined, a collection of the cash box, or an alert of the chair; collections only for callers with the permission `cash`, alerts by their kind.",
  ),
  orderId: Nullable(Type.String()),
  status: Nullable(OneOf(orderStatuses, "Of the order.")),
  payType: Nullable(OneOf(payTypes, "Of the order.")),
  amount: Nullable({
    ...Amount,
    description: "Of the order, the coin or the collection as counted, in minor units.",
  }),
  currency: Nullable(CurrencyField),
  fault: Nullable(Type.String({ description: "Code of the fault." })),
  reason: Nullable(QuarantineReason),
  alert: Nullable(
    Type.Object({
      kind: OneOf(alertKinds),
      quantity: { ...Count, description: "As in the list of alerts." },
      resolved: Type.Boolean(),
    }),
  ),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

export const deviceTimeline = endpoint({
  name: "deviceTimeline",
  method: "GET",
  path: "/web/api/v1/device/timeline",
  access: "details",
  carriesEventId: true,
  summary:
    "What happened to a chair of the caller's outlets since it was installed there, newest first. `total` counts the rows of the page only.",
  request: Request({
    deviceId: GivenDeviceId,
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  }),
  reply: Page(TimelineEntry),
  codes: ["deviceUnknown", "deviceOfOtherOutlet"],
});
