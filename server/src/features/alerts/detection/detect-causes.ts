import type { Querier } from "#platform/postgres/database.ts";
import { type Cause, chairCause, outletCause } from "#features/alerts/alert-cause-rules.ts";
import { openingHoursOf } from "#features/outlets/index.ts";
import type { AlertSettings } from "#platform/config/config-alerts.ts";
import { selectOfflineChairs, selectOutletAbsences } from "./absences-store.ts";
import { detectFullBoxes } from "./cash-box-rules.ts";
import {
  selectDifferingCoins,
  selectFailingStarts,
  selectPersistentFaults,
  selectWaitingFeedback,
  selectWaitingRefunds,
} from "./causes-store.ts";
import { detectOffline } from "./offline-rules.ts";
import { detectQuietChairs } from "./detect-quiet-chairs.ts";
import { selectCashBoxes } from "./cash-box-store.ts";

export interface DetectionDependencies {
  readonly db: Querier;
  readonly now: Date;
  readonly bounds: AlertSettings;
  /** Outlets whose alert `outletOffline` is open. */
  readonly openOutlets: ReadonlySet<string>;
  /** Chairs whose alert `incomeLow` is open. */
  readonly openQuietChairs: ReadonlySet<string>;
}

/**
 * Detects chairs that are offline, report a fault, or fail to start. An offline or faulty chair gets no cause for
 * failing starts, because their reason is known.
 */
export async function detectChairCauses(dependencies: DetectionDependencies): Promise<Cause[]> {
  const { db, now, bounds } = dependencies;
  const offline = await offlineCauses(dependencies);
  const faults = (await selectPersistentFaults(db, before(now, bounds.faultMinutes))).map((chair) =>
    chairCause("chairFault", chair, { fault: chair.fault }),
  );
  const unavailableChairs = new Set([...offline, ...faults].flatMap((cause) => cause.deviceIds));
  const failing = (await selectFailingStarts(db, now, bounds.failedStarts))
    .filter(({ deviceId }) => !unavailableChairs.has(deviceId))
    .map((chair) => chairCause("startsFailing", chair, { quantity: chair.failures }));
  return [...offline, ...faults, ...failing];
}

/**
 * Detects low income, differing coins, full cash boxes, and refund requests and feedback without a reply. Called
 * less often than `detectChairCauses`, because its queries read many rows.
 * @param excludedChairs chairs for which `detectChairCauses` found a cause, which explains their low income
 */
export async function detectFigureCauses(
  { db, now, bounds, openQuietChairs }: DetectionDependencies,
  excludedChairs: ReadonlySet<string>,
): Promise<Cause[]> {
  const waitingSince = before(now, bounds.waitingHours * 60);
  return [
    ...(await detectQuietChairs({ db, now, excludedChairs, openQuietChairs })),
    ...(await selectDifferingCoins(db)).map((chair) =>
      chairCause("coinsDiffer", chair, { quantity: chair.coins, amountMinor: chair.amountMinor }),
    ),
    ...detectFullBoxes(await selectCashBoxes(db), now, bounds.cashBox),
    ...(await selectWaitingRefunds(db, waitingSince)).map(({ waiting, ...outlet }) =>
      outletCause("refundWaiting", { ...outlet, quantity: waiting }),
    ),
    ...(await selectWaitingFeedback(db, waitingSince)).map(({ waiting, ...outlet }) =>
      outletCause("feedbackWaiting", { ...outlet, quantity: waiting }),
    ),
  ];
}

async function offlineCauses({ db, now, bounds, openOutlets }: DetectionDependencies): Promise<Cause[]> {
  const chairs = await selectOfflineChairs(db, now);
  const outletIds = [...new Set(chairs.map((chair) => chair.outletId))];
  const ofOutlets = [...(await selectOutletAbsences(db, outletIds))];
  const openingHours = await openingHoursOf(db, outletIds);
  const facts = {
    chairs,
    absencesOfOutletMs: new Map(ofOutlets.map(([outletId, { durationsMs }]) => [outletId, durationsMs])),
    lastReturnOfOutlet: new Map(
      ofOutlets.flatMap(([outletId, { lastReturn }]) =>
        lastReturn === null ? [] : [[outletId, lastReturn]],
      ),
    ),
    openingHours,
    openOutlets,
  };
  return detectOffline(facts, now, {
    minMs: bounds.offlineMinutes * 60_000,
    maxMs: bounds.maxOfflineMinutes * 60_000,
  });
}

const before = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
