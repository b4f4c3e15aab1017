import type { Querier } from "#platform/postgres/database.ts";
import { type Cause, chairCause, outletCause } from "#features/alerts/alert-cause-rules.ts";
import { sumOfHours } from "#features/alerts/usual-income/usual-income-rules.ts";
import { selectUsualOfOutlet } from "#features/alerts/usual-income/usual-income-store.ts";
import { openingHoursOf } from "#features/outlets/index.ts";
import type { AlertSettings } from "#platform/config/config-alerts.ts";
import { selectOfflineChairs, selectOutletAbsences } from "./absences-store.ts";
import {
  type CashBox,
  type OpenFailingStarts,
  selectCashBoxes,
  selectDifferingCoins,
  selectFailingStarts,
  selectPersistentFaults,
  selectWaitingFeedback,
  selectWaitingRefunds,
} from "./causes-store.ts";
import { detectLowIncome, isQuiet } from "./income-rules.ts";
import { detectOffline } from "./offline-rules.ts";
import { type ChairInService, selectOutletActivity, selectChairsInService } from "./quiet-chairs-store.ts";

const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;

export interface DetectionDependencies {
  readonly db: Querier;
  readonly now: Date;
  readonly bounds: AlertSettings;
  /** Outlets whose alert `outletOffline` is open. */
  readonly openOutlets: ReadonlySet<string>;
  readonly openFailingStarts: readonly OpenFailingStarts[];
  /** Chairs whose alert `incomeLow` is open. */
  readonly openQuietChairs: ReadonlySet<string>;
  /** Called if the causes of an outlet cannot be detected; those of the other outlets are. */
  readonly onFailure: (outletId: string, error: unknown) => void;
}

/**
 * Detects chairs that are offline, report a fault, or fail to start. An offline or faulty chair gets no new cause for its
 * failed starts, because the reason for them is known; an open one stays, because its chair has not started since.
 */
export async function detectChairCauses(dependencies: DetectionDependencies): Promise<Cause[]> {
  const { db, now, bounds, openFailingStarts } = dependencies;
  const offline = await offlineCauses(dependencies);
  const faults = (await selectPersistentFaults(db, before(now, bounds.faultMinutes))).map((chair) =>
    chairCause("chairFault", chair, { fault: chair.fault }),
  );
  const unavailableChairs = new Set([...offline, ...faults].flatMap((cause) => cause.deviceIds));
  const isOpen = (chair: { readonly deviceId: string; readonly outletId: string }) =>
    openFailingStarts.some(
      ({ deviceId, outletId }) => deviceId === chair.deviceId && outletId === chair.outletId,
    );
  const failing = (await selectFailingStarts(db, now, bounds.failedStarts, openFailingStarts))
    .filter((chair) => !unavailableChairs.has(chair.deviceId) || isOpen(chair))
    .map((chair) => chairCause("startsFailing", chair, { quantity: chair.failures }));
  return [...offline, ...faults, ...failing];
}

/**
 * Detects low income, differing coins, full cash boxes, and refund requests and feedback without a reply. Called
 * less often than `detectChairCauses`, because its queries read many rows.
 * @param excludedChairs chairs for which `detectChairCauses` found a cause, which explains their low income
 */
export async function detectFigureCauses(
  dependencies: DetectionDependencies,
  excludedChairs: ReadonlySet<string>,
): Promise<Cause[]> {
  const { db, now, bounds } = dependencies;
  const waitingSince = before(now, bounds.waitingHours * 60);
  return [
    ...(await incomeCauses(dependencies, excludedChairs)),
    ...(await selectDifferingCoins(db)).map((chair) =>
      chairCause("coinsDiffer", chair, { quantity: chair.coins, amountMinor: chair.amountMinor }),
    ),
    ...fullBoxCauses(await selectCashBoxes(db), now, bounds.cashBox),
    ...(await selectWaitingRefunds(db, waitingSince)).map(({ waiting, ...outlet }) =>
      outletCause("refundWaiting", { ...outlet, quantity: waiting }),
    ),
    ...(await selectWaitingFeedback(db, waitingSince)).map(({ waiting, ...outlet }) =>
      outletCause("feedbackWaiting", { ...outlet, quantity: waiting }),
    ),
  ];
}

/** Returns the causes that `detect` finds for one outlet, or none if it fails. */
async function causesOf(
  { onFailure }: DetectionDependencies,
  outletId: string,
  detect: () => Cause[] | Promise<Cause[]>,
): Promise<Cause[]> {
  try {
    return await detect();
  } catch (error) {
    onFailure(outletId, error);
    return [];
  }
}

async function offlineCauses(dependencies: DetectionDependencies): Promise<Cause[]> {
  const { db, now, bounds, openOutlets } = dependencies;
  const chairs = await selectOfflineChairs(db, now);
  const outletIds = [...new Set(chairs.map((chair) => chair.outletId))];
  const absencesOfOutlet = await selectOutletAbsences(db, outletIds);
  const openingHours = await openingHoursOf(db, outletIds);
  const offlineBounds = {
    minMs: bounds.offlineMinutes * 60_000,
    maxMs: bounds.maxOfflineMinutes * 60_000,
  };
  const causes: Cause[] = [];
  for (const [outletId, ofOutlet] of Map.groupBy(chairs, (chair) => chair.outletId)) {
    const facts = { chairs: ofOutlet, absencesOfOutlet, openingHours, openOutlets };
    causes.push(...(await causesOf(dependencies, outletId, () => detectOffline(facts, now, offlineBounds))));
  }
  return causes;
}

/** Detects chairs in service with far fewer starts than usual (`incomeLow`). */
async function incomeCauses(
  dependencies: DetectionDependencies,
  excludedChairs: ReadonlySet<string>,
): Promise<Cause[]> {
  const { db, now, openQuietChairs } = dependencies;
  const causes: Cause[] = [];
  for (const chair of await selectChairsInService(db)) {
    const isOpen = openQuietChairs.has(chair.deviceId);
    if (excludedChairs.has(chair.deviceId)) continue;
    const found = await causesOf(dependencies, chair.outletId, async () => {
      const cause = isQuiet(chair, now, isOpen)
        ? await compareWithOutlet(db, { ...chair, isOpen }, now)
        : null;
      return cause === null ? [] : [cause];
    });
    causes.push(...found);
  }
  return causes;
}

async function compareWithOutlet(
  db: Querier,
  chair: ChairInService & { readonly isOpen: boolean },
  now: Date,
): Promise<Cause | null> {
  // Rounds down to a quarter hour, the grain of the roll-ups, so that the quarter hour of `since` is included.
  const from = new Date(Math.floor(chair.since.getTime() / quarterMs) * quarterMs);
  const { receivedMinor, startsOfOthers } = await selectOutletActivity(db, chair, { from, to: now });
  const usualOfOthers = (await selectUsualOfOutlet(db, chair.outletId))
    .filter(({ deviceId }) => deviceId !== chair.deviceId)
    .reduce((sum, { starts }) => sum + sumOfHours(starts, chair.zone, from, now), 0);
  const share = usualOfOthers === 0 ? 1 : startsOfOthers / usualOfOthers;
  return detectLowIncome({ ...chair, receivedMinor }, share, now);
}

/** Returns a cause for each cash box that contains money and has reached the maximum amount or the maximum days. */
const fullBoxCauses = (boxes: readonly CashBox[], now: Date, bounds: AlertSettings["cashBox"]): Cause[] =>
  boxes.flatMap((box) => {
    const days = Math.floor((now.getTime() - box.since.getTime()) / dayMs);
    const limit = bounds.amountMinor[box.currency] ?? Number.POSITIVE_INFINITY;
    return box.cashMinor > 0 && (days >= bounds.days || box.cashMinor >= limit)
      ? [chairCause("cashBoxFull", box, { quantity: days, amountMinor: box.cashMinor, deviceIds: [] })]
      : [];
  });

const before = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
