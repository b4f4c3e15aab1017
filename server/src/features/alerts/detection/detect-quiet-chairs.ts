import type { Querier } from "#platform/postgres/database.ts";
import type { Cause } from "#features/alerts/alert-cause-rules.ts";
import { sumOfHours } from "#features/alerts/usual-income/usual-income-rules.ts";
import { selectUsualOfOutlet } from "#features/alerts/usual-income/usual-income-store.ts";
import { detectLowIncome, isQuiet } from "./income-rules.ts";
import { type RunningChair, selectOutletActivity, selectRunningChairs } from "./quiet-chairs-store.ts";

const quarterMs = 15 * 60_000;

/** Detects chairs in service with far fewer starts than usual (`incomeLow`), without those in `excludedChairs`. */
export async function detectQuietChairs({
  db,
  now,
  excludedChairs,
  openQuietChairs,
}: {
  readonly db: Querier;
  readonly now: Date;
  /** Chairs whose low income has another cause. */
  readonly excludedChairs: ReadonlySet<string>;
  /** Chairs whose alert `incomeLow` is open. */
  readonly openQuietChairs: ReadonlySet<string>;
}): Promise<Cause[]> {
  const causes: Cause[] = [];
  for (const chair of await selectRunningChairs(db)) {
    const isOpen = openQuietChairs.has(chair.deviceId);
    if (excludedChairs.has(chair.deviceId) || !isQuiet(chair, now, isOpen)) continue;
    const cause = await compareWithOutlet(db, { ...chair, isOpen }, now);
    if (cause !== null) causes.push(cause);
  }
  return causes;
}

async function compareWithOutlet(
  db: Querier,
  chair: RunningChair & { readonly isOpen: boolean },
  now: Date,
): Promise<Cause | null> {
  // Rounds down to a quarter hour, the grain of the roll-ups, so that the quarter of the third-last start is
  // included.
  const from = new Date(Math.floor(chair.since.getTime() / quarterMs) * quarterMs);
  const { receivedMinor, startsOfOthers } = await selectOutletActivity(db, chair, { from, to: now });
  const usualOfOthers = (await selectUsualOfOutlet(db, chair.outletId))
    .filter(({ deviceId }) => deviceId !== chair.deviceId)
    .reduce((sum, { starts }) => sum + sumOfHours(starts, chair.zone, from, now), 0);
  const share = usualOfOthers === 0 ? 1 : startsOfOthers / usualOfOthers;
  return detectLowIncome({ ...chair, receivedMinor }, share, now);
}
