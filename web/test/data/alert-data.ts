import type { Alert, alertList } from "@reposo/contract/alerts/alerts.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { instantAfter } from "./instants.ts";

/** A list of all open alerts. */
export const alertListOf = (alerts: Alert[] = []): ReplyOf<typeof alertList> => ({
  asOf: instantAfter(0),
  alerts,
  total: alerts.length,
  active: alerts.filter(({ snoozed }) => !snoozed).length,
});

/** An open alert about an offline chair. */
export const alertOf = (fields: Partial<Alert> = {}): Alert => ({
  alertId: "0199f0a0-0000-7000-8000-000000000001",
  kind: "chairOffline",
  areaId: "outlet-1",
  areaName: "Ayala Mall",
  deviceId: "MC1000",
  since: instantAfter(-3_600),
  resolvedAt: null,
  quantity: 1,
  amount: null,
  currency: "PHP",
  fault: null,
  estimatedCost: 0,
  snoozedUntil: null,
  snoozed: false,
  ...fields,
});
