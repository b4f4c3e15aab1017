import { purgeAlerts } from "./alerts-store.ts";
import { purgeAbsences } from "./detection/absences-store.ts";
import {
  type AlertListener,
  createEvaluateAlerts,
  type EvaluateAlertsDependencies,
} from "./evaluate-alerts.ts";
import { notifyOfAlerts } from "./notify-of-alerts.ts";
import { createListAlerts } from "./list-alerts.ts";
import { createSnoozeAlert } from "./snooze-alert.ts";
import { createComputeUsualIncome } from "./usual-income/compute-usual-income.ts";
import { createAlertWatch } from "./watch-alerts.ts";

export interface AlertsDependencies extends Omit<EvaluateAlertsDependencies, "listeners"> {
  /** Called with the alerts that an evaluation opens; by default, only `notifyOfAlerts`. */
  readonly listeners?: readonly AlertListener[];
}

export type Alerts = ReturnType<typeof createAlerts>;

export function createAlerts(dependencies: AlertsDependencies) {
  const { database, clock, log } = dependencies;
  const evaluate = createEvaluateAlerts({ listeners: [notifyOfAlerts], ...dependencies });
  const computeUsualIncome = createComputeUsualIncome(dependencies);
  const watch = createAlertWatch({ clock, log, evaluate, computeUsualIncome });
  return {
    list: createListAlerts(dependencies),
    snooze: createSnoozeAlert(dependencies),
    evaluate,
    computeUsualIncome,
    start: watch.start,
    stop: watch.stop,
    async purge(): Promise<void> {
      await purgeAbsences(database, clock.now());
      await purgeAlerts(database, clock.now());
    },
  };
}
