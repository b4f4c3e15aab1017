import { publishEvents } from "#features/live-events/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import type { AlertSettings } from "#platform/config/config-alerts.ts";
import { type Cause, chairAlertKinds } from "./alert-cause-rules.ts";
import { estimateCostMinor } from "./alert-cost-rules.ts";
import {
  type AlertRecord,
  insertAlerts,
  lockEvaluation,
  type OpenedAlert,
  resolveAlerts,
  selectOpenAlerts,
  updateAlert,
} from "./alerts-store.ts";
import { saveAbsences } from "./detection/absences-store.ts";
import { detectChairCauses, detectFigureCauses } from "./detection/detect-causes.ts";
import { selectUsualIncome } from "./usual-income/usual-income-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Called in the transaction that opens the alerts, so that the rows that a listener writes are committed with them.
 */
export type AlertListener = (uow: UnitOfWork, opened: readonly OpenedAlert[], at: Date) => Promise<void>;

export interface EvaluateAlertsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly bounds: AlertSettings;
  /** Called after the commit of an evaluation that has written live events, and possibly outbox jobs. */
  readonly wake: () => void;
  readonly listeners: readonly AlertListener[];
}

/**
 * `chairs`: only `chairAlertKinds`. `all`: also low income, differing coins, full cash boxes, and refund requests
 * and feedback without a reply.
 */
export type EvaluationScope = "chairs" | "all";

/**
 * Opens an alert for each new cause, updates the alerts whose cause persists, and resolves those whose cause has
 * ended. Does nothing while another server evaluates alerts. If an outlet cannot be evaluated, its open alerts stay open.
 */
export const createEvaluateAlerts =
  ({ database, clock, log, bounds, wake, listeners }: EvaluateAlertsDependencies) =>
  async (scope: EvaluationScope): Promise<void> => {
    const failedOutlets = new Set<string>();
    const hasChanges = await transact(database, async (uow) => {
      if (!(await lockEvaluation(uow))) return false;
      const now = clock.now();
      await saveAbsences(uow, now);
      const open = await selectOpenAlerts(uow);
      const causes = await detect(uow, open);
      const byCause = new Map(causes.map((cause) => [cause.cause, cause]));
      const evaluated = scope === "all" ? open : open.filter(({ kind }) => chairAlertKinds.includes(kind));
      // Compares outlets too, because an alert ends when its chair is moved to another outlet.
      const lasting = evaluated.filter((alert) => byCause.get(alert.cause)?.outletId === alert.outletId);
      const ended = evaluated.filter(
        (alert) => !lasting.includes(alert) && !failedOutlets.has(alert.outletId),
      );
      await resolve(uow, ended, now);
      const updated = await update(uow, lasting, byCause);
      const known = new Set(lasting.map(({ cause }) => cause));
      const opened = await insertAlerts(
        uow,
        causes.filter(({ cause }) => !known.has(cause)),
        now,
      );
      for (const listener of listeners) await listener(uow, opened, now);
      const outletIds = new Set([...ended, ...updated, ...opened].map(({ outletId }) => outletId));
      for (const outletId of outletIds)
        publishEvents(uow, { name: "alerts", outletId, subject: outletId, at: now });
      return outletIds.size > 0;
    });
    if (hasChanges) wake();

    async function detect(uow: UnitOfWork, open: readonly AlertRecord[]): Promise<Cause[]> {
      const openOutlets = new Set(
        open.filter(({ kind }) => kind === "outletOffline").map(({ outletId }) => outletId),
      );
      const openQuietChairs = new Set(
        open.flatMap(({ kind, deviceId }) => (kind === "incomeLow" && deviceId !== null ? [deviceId] : [])),
      );
      const openFailingStarts = open.filter(({ kind }) => kind === "startsFailing");
      failedOutlets.clear();
      const onFailure = (outletId: string, error: unknown) => {
        if (!failedOutlets.has(outletId))
          log.error({ err: error, outletId }, "alerts: an outlet could not be evaluated; will be retried");
        failedOutlets.add(outletId);
      };
      const alreadyOpen = { openOutlets, openFailingStarts, openQuietChairs };
      const dependencies = { db: uow, now: clock.now(), bounds, ...alreadyOpen, onFailure };
      const ofChairs = await detectChairCauses(dependencies);
      if (scope === "chairs") return ofChairs;
      const excludedChairs = new Set(ofChairs.flatMap(({ deviceIds }) => deviceIds));
      return [...ofChairs, ...(await detectFigureCauses(dependencies, excludedChairs))];
    }
  };

async function resolve(uow: UnitOfWork, ended: readonly AlertRecord[], now: Date): Promise<void> {
  const usual = await selectUsualIncome(uow, ended);
  const resolved = ended.map((alert) => ({
    alertId: alert.alertId,
    finalCostMinor: estimateCostMinor(alert, usual, now),
  }));
  await resolveAlerts(uow, resolved, now);
}

/**
 * Updates open alerts from their current causes.
 * @returns the alerts whose quantity, fault, or `since` changed; other changes publish no live event
 */
async function update(
  uow: UnitOfWork,
  lasting: readonly AlertRecord[],
  causes: ReadonlyMap<string, Cause>,
): Promise<AlertRecord[]> {
  const changed = [];
  for (const alert of lasting) {
    const cause = causes.get(alert.cause);
    if (cause === undefined || isSame(alert, cause)) continue;
    await updateAlert(uow, alert.alertId, cause);
    const isShown =
      alert.quantity !== cause.quantity || alert.fault !== cause.fault || beganEarlier(alert, cause);
    if (isShown) changed.push(alert);
  }
  return changed;
}

const beganEarlier = (alert: AlertRecord, cause: Cause): boolean => cause.since < alert.since;

const isSame = (alert: AlertRecord, cause: Cause): boolean =>
  alert.quantity === cause.quantity &&
  alert.amountMinor === cause.amountMinor &&
  alert.fault === cause.fault &&
  !beganEarlier(alert, cause) &&
  alert.deviceIds.join() === cause.deviceIds.join();
