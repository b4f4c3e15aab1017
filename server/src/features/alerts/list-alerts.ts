import { type AlertKind, alertKinds, alertPermissions } from "@reposo/contract/alerts/alert-kinds.ts";
import { type alertList, maxOpenAlerts, maxResolvedAlerts } from "@reposo/contract/alerts/alerts.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { compareByCost, estimateCostMinor } from "./alert-cost-rules.ts";
import { countResolvedAlerts, type ListedAlert, listOpenAlerts, listResolvedAlerts } from "./alerts-store.ts";
import { selectUsualIncome } from "./usual-income/usual-income-store.ts";

const resolvedShownMs = 30 * 86_400_000;

type Reply = ReplyOf<typeof alertList>;
type View = Reply["alerts"][number];

/**
 * Lists the open or resolved alerts of the caller's outlets that the caller's permissions allow, with their
 * estimated or final cost (ALERT-2), at most `maxOpenAlerts` or `maxResolvedAlerts`. Resolved alerts are listed for 30
 * days.
 */
export const createListAlerts =
  ({ database, clock }: { readonly database: Database; readonly clock: Clock }) =>
  async (caller: ManagerCaller, request: RequestOf<typeof alertList>): Promise<Reply> => {
    const now = clock.now();
    const filter = {
      accountId: caller.accountId,
      outletIds: requireOutlets(caller, request),
      kinds: visibleKinds(caller),
      deviceId: request.deviceId ?? null,
    };
    if (request.state === "resolved") {
      const from = new Date(now.getTime() - resolvedShownMs);
      const [found, counted] = await Promise.all([
        listResolvedAlerts(database, filter, { now, from, limit: maxResolvedAlerts }),
        countResolvedAlerts(database, filter, from),
      ]);
      return {
        asOf: now.toISOString(),
        alerts: found.map((alert) => view(alert, alert.finalCostMinor ?? 0)),
        total: Math.max(counted, found.length),
        active: 0,
      };
    }
    const found = await listOpenAlerts(database, filter, now);
    const usual = await selectUsualIncome(database, found);
    const alerts = found
      .map((alert) => view(alert, estimateCostMinor(alert, usual, now)))
      .sort((a, b) => Number(a.snoozed) - Number(b.snoozed) || compareByCost(a, b));
    return {
      asOf: now.toISOString(),
      alerts: alerts.slice(0, maxOpenAlerts),
      total: alerts.length,
      active: alerts.filter(({ snoozed }) => !snoozed).length,
    };
  };

const visibleKinds = ({ permissions }: ManagerCaller): readonly AlertKind[] =>
  alertKinds.filter((kind) => permissions.includes(alertPermissions[kind]));

const view = (alert: ListedAlert, estimatedCost: number): View => ({
  alertId: alert.alertId,
  kind: alert.kind,
  areaId: alert.outletId,
  areaName: alert.outletName,
  deviceId: alert.deviceId,
  since: alert.since.toISOString(),
  resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  quantity: alert.quantity,
  amount: alert.amountMinor,
  currency: alert.currency,
  fault: alert.fault,
  estimatedCost,
  snoozedUntil: alert.snoozedUntil?.toISOString() ?? null,
  snoozed: alert.snoozed,
});
