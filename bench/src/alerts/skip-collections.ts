import type { PastOrder } from "@reposo/server/demo/history/past-orders.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import type { AlertSettings } from "@reposo/server/platform/config/config-alerts.ts";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import { fullBoxInstant } from "./definition-instants.ts";
import { deleteCollections, selectCollections } from "./future-store.ts";
import { dayMs, type Fault, type Window } from "./scenario.ts";

/** The box must become full at least this long after the beginning of the window. */
const minSinceStartMs = dayMs / 2;
/**
 * The box must become full at least this long before the end of the window. Collections are weekly, so the next one can
 * then empty the box before the window ends.
 */
const minUntilEndMs = 8 * dayMs;
/** Collections are skipped until this time after the box has become full. */
const staysFullMs = dayMs / 2;

export interface SkippedCollectionsInput {
  readonly window: Window;
  readonly planned: readonly Fault[];
  readonly ordersOf: ReadonlyMap<string, readonly PastOrder[]>;
  readonly bounds: AlertSettings;
}

/**
 * Turns planned faults of the kind `cashBoxFull` into skipped collections. Such a fault begins with a collection; later
 * collections are deleted until half a day after the box has become full. A fault whose box does not become full within
 * the window is omitted. Faults of other kinds are returned unchanged.
 */
export async function skipCollections(
  owner: Database,
  { window, planned, ordersOf, bounds }: SkippedCollectionsInput,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const fault of planned) {
    const [deviceId] = fault.deviceIds;
    if (fault.kind !== "cashBoxFull" || deviceId === undefined) {
      faults.push(fault);
      continue;
    }
    const currency = fault.outlet.currency;
    const candidates = (await selectCollections(owner, deviceId)).flatMap((from) => {
      const fullAt = fullBoxInstant(ordersOf.get(deviceId) ?? [], from, { bounds, currency });
      const isWithin =
        fullAt !== null && fullAt > window.from + minSinceStartMs && fullAt < window.to - minUntilEndMs;
      return isWithin ? [{ from, to: fullAt + staysFullMs }] : [];
    });
    if (candidates.length === 0) continue;
    const { from, to } = seededRandom(`${deviceId} ${window.from}`).pick(candidates, () => 1);
    await deleteCollections(owner, deviceId, { from: new Date(from), to: new Date(to) });
    faults.push({ ...fault, from, to });
  }
  return faults;
}
