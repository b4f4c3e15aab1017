import { type Static, Type } from "typebox";
import { alertKinds } from "./alert-kinds.ts";
import { endpoint } from "#endpoint.ts";
import {
  ChosenOutlets,
  Count,
  CurrencyField,
  FilterDeviceId,
  Instant,
  Nullable,
  OneOf,
  Request,
  Amount,
  Uuid,
} from "#fields.ts";

/** Maximum number of open alerts in the list. An outage can open one per chair. */
export const maxOpenAlerts = 100;

/** Maximum number of resolved alerts in the list. */
export const maxResolvedAlerts = 50;

const Alert = Type.Object({
  alertId: Uuid,
  kind: OneOf(
    alertKinds,
    "Cause of the alert. `chairOffline`: the chair is offline longer than usual for it. `outletOffline`: several chairs of the outlet are offline. `startsFailing`: consecutive starts failed. `chairFault`: a fault persists. `incomeLow`: income is far below the usual income of the chair in these hours of the week. `coinsDiffer`: the coin counter does not match the booked coins. `cashBoxFull`: the cash in the box reached the maximum amount, or a box with cash was not emptied for the maximum number of days (counted from the installation if it was never emptied). `refundWaiting`, `feedbackWaiting`: a refund request or feedback is open longer than the limit.",
  ),
  areaId: Type.String(),
  areaName: Type.String(),
  deviceId: Nullable(Type.String(), "Device ID; null if the alert concerns the outlet."),
  since: { ...Instant, description: "Start of the cause." },
  resolvedAt: Nullable(Instant, "End of the cause; null while it persists."),
  quantity: {
    ...Count,
    description:
      "Number of offline chairs, failed starts, quarantined and missing coins, days since the last collection (or installation), refund requests, or feedback, depending on `kind`; otherwise 1.",
  },
  amount: Nullable(
    Amount,
    "Amount in minor units: missing income (`incomeLow`), quarantined and missing coins (`coinsDiffer`), or cash in the box (`cashBoxFull`).",
  ),
  currency: CurrencyField,
  fault: Nullable(Type.String(), "Fault code reported by the chair."),
  estimatedCost: {
    ...Amount,
    description:
      "Estimated lost income since `since`, in minor units: `amount` for `coinsDiffer`; otherwise, rounded to two significant digits, `amount` for `incomeLow` and the usual income of the affected chairs for other kinds; 0 if no income is lost.",
  },
  snoozedUntil: Nullable(
    Instant,
    "End of the caller's snooze; null if the caller did not snooze the alert until a time.",
  ),
  snoozed: Type.Boolean({
    description: "Whether the caller snoozed the alert, until a time or until it changes.",
  }),
});
export type Alert = Static<typeof Alert>;

export const alertList = endpoint("alertList", {
  summary: `Lists alerts of the caller's outlets: at most ${maxOpenAlerts} open alerts, those that the caller snoozed last and otherwise the highest estimated cost first, or at most ${maxResolvedAlerts} alerts resolved within 30 days, the newest first. There is no further page; the filters select fewer alerts. Kinds that need a permission that the caller lacks are omitted.`,
  request: Request({
    ...ChosenOutlets,
    deviceId: Type.Optional(FilterDeviceId),
    state: Type.Optional(OneOf(["open", "resolved"], "State of the alerts; `open` by default.")),
  }),
  reply: Type.Object({
    asOf: Instant,
    alerts: Type.Array(Alert, { maxItems: maxOpenAlerts }),
    total: { ...Count, description: "Number of alerts of the whole filter." },
    active: {
      ...Count,
      description: "Number of open alerts of the whole filter that the caller did not snooze.",
    },
  }),
  codes: ["outletNotFound"],
});

export const snoozes = ["hour", "tomorrow", "change", "none"] as const;
export type Snooze = (typeof snoozes)[number];

export const snoozeAlert = endpoint("snoozeAlert", {
  summary: "Snoozes an open alert for the caller, or ends the caller's snooze.",
  request: Request({
    alertId: Uuid,
    until: OneOf(
      snoozes,
      "Duration of the snooze. `hour`: one hour. `tomorrow`: until 8:00 of the next day in the outlet's time zone. `change`: until `quantity` changes. `none`: ends the snooze.",
    ),
  }),
  reply: Type.Object({ alertId: Uuid, snoozed: Type.Boolean(), snoozedUntil: Nullable(Instant) }),
  codes: ["alertNotFound"],
});
