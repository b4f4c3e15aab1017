import { type Static, Type } from "typebox";
import { alertKinds } from "./alert-kinds.ts";
import { endpoint } from "#endpoint.ts";
import {
  ChosenOutlets,
  Count,
  CurrencyField,
  GivenDeviceId,
  Instant,
  Nullable,
  OneOf,
  Request,
  Amount,
  Uuid,
} from "#fields.ts";

/** Resolved alerts that the list returns at most, the newest first. */
export const resolvedAlertsShown = 50;

const Alert = Type.Object({
  alertId: Uuid,
  kind: OneOf(
    alertKinds,
    "`chairOffline`: longer than usual for this chair. `outletOffline`: several chairs together. `startsFailing`: consecutive starts. `chairFault`: persistent. `incomeLow`: far below the chair's own for these hours of the week. `coinsDiffer`: coin counter and sum. `cashBoxFull`: above its amount or days. `refundWaiting`, `feedbackWaiting`: longer than the limit.",
  ),
  areaId: Type.String(),
  areaName: Type.String(),
  deviceId: Nullable(Type.String({ description: "Null where the alert concerns the outlet." })),
  since: { ...Instant, description: "When the cause began." },
  resolvedAt: Nullable(Instant, "Null while the cause lasts."),
  quantity: {
    ...Count,
    description:
      "Chairs that are offline, failed starts, doubtful coins, days since the last collection, requests, or feedback, by kind; 1 where nothing is counted.",
  },
  amount: Nullable({
    ...Amount,
    description: "Minor units: usual income missed (incomeLow), doubtful coins, or cash in the box.",
  }),
  currency: CurrencyField,
  fault: Nullable(Type.String({ description: "Code of the fault." })),
  estimatedCost: {
    ...Amount,
    description:
      "The usual income of these chairs since the cause began, in minor units; 0 where none is lost.",
  },
  snoozedUntil: Nullable(Instant, "By the caller; null where it is not snoozed until a time."),
  snoozed: Type.Boolean({ description: "By the caller, until a time or until it changes." }),
});
export type Alert = Static<typeof Alert>;

export const alertList = endpoint({
  name: "alertList",
  method: "GET",
  path: "/web/api/v1/alerts",
  access: "home",
  summary:
    "Alerts of the caller's outlets: those whose cause lasts, the most expensive first, or those resolved within 30 days, the newest first. Snoozed alerts are included and marked.",
  request: Request({
    ...ChosenOutlets,
    deviceId: Type.Optional(GivenDeviceId),
    state: Type.Optional(OneOf(["open", "resolved"], "`open` by default.")),
  }),
  reply: Type.Object({ asOf: Instant, alerts: Type.Array(Alert) }),
  codes: ["outletNotFound"],
});

export const snoozes = ["hour", "tomorrow", "change", "none"] as const;
export type Snooze = (typeof snoozes)[number];

export const snoozeAlert = endpoint({
  name: "snoozeAlert",
  method: "POST",
  path: "/web/api/v1/alerts/snooze",
  access: "home",
  summary: "Snoozes an open alert for the caller, or ends the caller's snooze.",
  request: Request({
    alertId: Uuid,
    until: OneOf(
      snoozes,
      "`tomorrow`: 8:00 of the next day in the outlet's zone. `change`: until its quantity changes. `none`: ends the snooze.",
    ),
  }),
  reply: Type.Object({ alertId: Uuid, snoozed: Type.Boolean(), snoozedUntil: Nullable(Instant) }),
  codes: ["alertNotFound"],
});
