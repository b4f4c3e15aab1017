import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import type { Database } from "#platform/postgres/database.ts";
import { hoursOfWeek, type UsualIncome, usualOfChair, usualOfOutlet } from "./usual-income-rules.ts";
import {
  type ComputedUsualIncome,
  type OutletToCompute,
  saveUsualIncome,
  selectHistories,
  selectOutletsToCompute,
} from "./usual-income-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const recomputedAfterMs = 20 * 3_600_000;

const nothing: UsualIncome = {
  amountsMinor: Array.from({ length: hoursOfWeek }, () => 0),
  starts: Array.from({ length: hoursOfWeek }, () => 0),
};

/**
 * Recomputes the usual income of all chairs of each outlet with a chair whose usual income is missing or was computed
 * more than `recomputedAfterMs` ago. Two servers may do this concurrently, because the newest value is kept.
 */
export const createComputeUsualIncome =
  ({ database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: Log }) =>
  async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - recomputedAfterMs);
    for (const outlet of await selectOutletsToCompute(database, before)) {
      try {
        await computeOutlet(database, outlet, clock.now());
      } catch (error) {
        log.error(
          { err: error, outletId: outlet.outletId },
          "alerts: the usual income of an outlet could not be computed; will be retried",
        );
      }
    }
  };

async function computeOutlet(database: Database, outlet: OutletToCompute, now: Date): Promise<void> {
  const histories = await selectHistories(database, outlet, now);
  const own = new Map<string, UsualIncome>();
  for (const { deviceId, weeks, hours } of histories) {
    const usual = usualOfChair(hours, weeks);
    if (usual !== null) own.set(deviceId, usual);
  }
  const ofOutlet = usualOfOutlet([...own.values()]);
  const chairs = histories.map(({ deviceId }): ComputedUsualIncome => {
    const usual = own.get(deviceId);
    if (usual !== undefined) return { deviceId, source: "chair", usual };
    return ofOutlet === null
      ? { deviceId, source: "none", usual: nothing }
      : { deviceId, source: "outlet", usual: ofOutlet };
  });
  await transact(database, (uow) => saveUsualIncome(uow, outlet.outletId, now, chairs));
}
