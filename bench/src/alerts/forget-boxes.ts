import type { PastOrder } from "@reposo/server/demo/past-orders.ts";
import { seededRandom } from "@reposo/server/demo/seeded-random.ts";
import type { AlertSettings } from "@reposo/server/platform/config-alerts.ts";
import type { Database } from "@reposo/server/platform/database.ts";
import { fullBoxMoment } from "./definition-moments.ts";
import { forgetCollections, selectCollections } from "./future-store.ts";
import { dayMs, type Fault, type Window } from "./scenario.ts";

/** A box takes its amount or its days to be full; the product is evaluated from a while before until long after it. */
const marginMs = dayMs / 2;

export interface ForgottenParts {
  readonly window: Window;
  readonly planned: readonly Fault[];
  readonly ordersOf: ReadonlyMap<string, readonly PastOrder[]>;
  readonly bounds: AlertSettings;
}

/**
 * Faults of boxes begin with one of the chair's collections, after which none follows until the window ends, so that
 * the box becomes full within the window. Without such a collection the fault is left out.
 */
export async function forgetBoxes(
  owner: Database,
  { window, planned, ordersOf, bounds }: ForgottenParts,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const fault of planned) {
    const [deviceId] = fault.deviceIds;
    if (fault.kind !== "cashBoxFull" || deviceId === undefined) {
      faults.push(fault);
      continue;
    }
    const collections = (await selectCollections(owner, deviceId)).filter((at) => {
      const fullAt = fullBoxMoment(ordersOf.get(deviceId) ?? [], at, {
        bounds,
        currency: fault.outlet.currency,
      });
      return fullAt !== null && fullAt > window.from + marginMs && fullAt < window.to - marginMs;
    });
    if (collections.length === 0) continue;
    const from = seededRandom(`${deviceId} ${window.from}`).pick(collections, () => 1);
    await forgetCollections(owner, deviceId, { from: new Date(from), to: new Date(window.to) });
    faults.push({ ...fault, from, to: window.to });
  }
  return faults;
}
