import { type Static, Type } from "typebox";
import { alertKinds } from "#alerts/alert-kinds.ts";
import { Signal } from "./chair-topics.ts";
import { Device } from "./devices.ts";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  CalendarDate,
  Count,
  CurrencyField,
  GivenDeviceId,
  Instant,
  PageFields,
  Nullable,
  OneOf,
  Request,
  PageWithoutTotal,
  PerCurrency,
} from "#fields.ts";
import { PeriodSums } from "#revenue/income-sums.ts";
import { orderStatuses, payTypes } from "#orders/order-values.ts";

/** Days of `utilisation`, including today. */
export const utilisationDays = 14;
/** Days of `hourShares`, including today. */
export const hourShareDays = 28;
/** Maximum number of coins in `quarantined`; `quarantinedCount` counts all of them. */
export const maxQuarantinedCoins = 20;

const Percent = Type.Integer({ minimum: 0, maximum: 100 });

export const quarantineReasons = [
  "amount",
  "counter",
  "epoch",
  "currency",
  "state",
  "earnings",
  "rate",
] as const;

const QuarantineReason = OneOf(
  quarantineReasons,
  "Reason of the quarantine. `amount`: implausible amount. `counter`: the coin counter contradicts the amount or other coins. `epoch`: the chair lost its memory, and its coin counter does not continue. `currency`: not the outlet's currency. `state`: the coin counter in the chair's state contradicts the coin. `earnings`: more than the chair can have earned since it was last in touch. `rate`: more coins per minute than the price group allows.",
);

export const devicePage = endpoint("devicePage", {
  summary:
    "Retrieves state, income, and utilisation of a chair of the caller's outlets. Days begin at midnight in the caller's time zone.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Type.Object({
    device: Device,
    stateSince: Nullable(
      Instant,
      "Instant since which the chair is in its current state; null if unknown. The state is the first one that applies of disabled, offline, faulty, in use, and idle.",
    ),
    firmware: Nullable(
      Type.String(),
      "Firmware version reported by the chair; null before its first report.",
    ),
    signal: Nullable(
      Signal,
      "Signal strength (RSSI) in dBm of the chair's last reported state; null if that contained none.",
    ),
    income: PerCurrency(
      Type.Object({
        currency: CurrencyField,
        today: PeriodSums,
        yesterday: PeriodSums,
        thisMonth: PeriodSums,
      }),
      "Income of this chair at its current outlet, one row per currency, the outlet's currency first.",
    ),
    utilisation: Type.Array(
      Type.Object({
        date: CalendarDate,
        minutes: {
          ...Count,
          description: "Whole minutes that the chair was running at its current outlet on this day.",
        },
        closed: Type.Boolean({
          description: "Whether the outlet is closed all day; false if it has no opening hours.",
        }),
        openMinutes: Nullable(
          Count,
          "Whole minutes of this day in which the outlet was open and the chair was at this outlet, until now; null if the outlet has no opening hours.",
        ),
        share: Nullable(
          Percent,
          "Percentage of the open time in which the chair was running, rounded; runs outside the opening hours are included in `minutes` only. Null if there was no open time, or the outlet has no opening hours.",
        ),
      }),
      {
        maxItems: utilisationDays,
        description: `Utilisation of the last ${utilisationDays} calendar days, oldest first.`,
      },
    ),
    openShare: Nullable(
      Percent,
      `Percentage of the open time of these ${utilisationDays} days in which the chair was running, rounded; null under the same conditions as \`share\`.`,
    ),
    hourShares: Type.Array(Nullable(Percent), {
      minItems: 168,
      maxItems: 168,
      description: `For each hour of the week, beginning with Monday 0:00: the percentage of the outlet's open time in that hour in which the chair was running, over the last ${hourShareDays} days. Null if there was no such open time while the chair was at this outlet. An outlet without opening hours counts as always open.`,
    }),
    closedHours: Type.Array(Type.Integer({ minimum: 0, maximum: 167 }), {
      maxItems: 168,
      description:
        "Hours of the week in which the outlet is closed throughout, indexed as in `hourShares`; empty if the outlet has no opening hours.",
    }),
    testRuns: {
      ...Count,
      description: `Number of test runs in the last ${utilisationDays} calendar days, which \`utilisation\` does not include.`,
    },
    quarantinedCount: { ...Count, description: "Number of coins that await the operator's decision." },
    quarantined: Type.Array(
      Type.Object({
        coinId: Type.String(),
        reason: QuarantineReason,
        amount: Nullable(Amount, "Amount in minor units; null if the chair reported none."),
        currency: CurrencyField,
        insertedAt: Instant,
      }),
      {
        maxItems: maxQuarantinedCoins,
        description: `The newest ${maxQuarantinedCoins} of the coins that await the operator's decision.`,
      },
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
      "Instant at which the order was placed, the chair reported the event, the coin was inserted, the cash box was emptied, or the alert opened.",
  },
  kind: OneOf(
    timelineKinds,
    "Kind of the entry: an order, a fault, the end of a fault (`cleared`), a quarantined coin, a collection of the cash box, or an alert. Collections require the permission `cash`; alerts require the permission of their kind.",
  ),
  orderId: Nullable(Type.String()),
  status: Nullable(OneOf(orderStatuses, "Status of the order.")),
  payType: Nullable(OneOf(payTypes, "Payment method of the order.")),
  amount: Nullable(
    Amount,
    "Amount of the order or the coin, or counted amount of the collection, in minor units.",
  ),
  currency: Nullable(CurrencyField),
  fault: Nullable(Type.String(), "Fault code reported by the chair."),
  reason: Nullable(QuarantineReason),
  alert: Nullable(
    Type.Object({
      kind: OneOf(alertKinds),
      quantity: { ...Count, description: "`quantity` as in alertList." },
      since: { ...Instant, description: "Instant at which the cause of the alert began." },
      resolved: Type.Boolean(),
    }),
  ),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

export const deviceTimeline = endpoint("deviceTimeline", {
  summary:
    "Lists the events of a chair at its current outlet, newest first. Faults before the chair's last move are omitted.",
  request: Request({
    deviceId: GivenDeviceId,
    ...PageFields,
  }),
  reply: PageWithoutTotal(TimelineEntry),
  codes: ["deviceUnknown", "deviceOfOtherOutlet"],
});
