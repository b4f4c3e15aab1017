import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import { demoOutlets, unpricedChair } from "@reposo/server/demo/demo-network.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { businessHours } from "./opening-hours.ts";
import {
  allChairs,
  type Chair,
  dayMs,
  type Fault,
  hourMs,
  installedAt,
  minuteMs,
  type Window,
} from "./scenario.ts";

/**
 * Number of faults of each kind per window, in the order of planning. Faults of a whole outlet are planned first, while
 * none of the outlet's chairs has another fault.
 */
const faultsPerWindow: readonly (readonly [AlertKind, number])[] = [
  ["outletOffline", 2],
  ["incomeLow", 4],
  ["cashBoxFull", 4],
  ["startsFailing", 4],
  ["chairOffline", 5],
  ["chairFault", 4],
  ["coinsDiffer", 4],
  ["refundWaiting", 3],
  ["feedbackWaiting", 3],
];
/**
 * Minimum age of a chair at the beginning of the window, by kind of fault. The usual income requires at least four
 * weeks of history, and a cash box becomes full about four weeks after a collection.
 */
const minAgeMs: Partial<Record<AlertKind, number>> = { incomeLow: 35 * dayMs, cashBoxFull: 45 * dayMs };

/**
 * Plans the seeded faults of a window. Each chair has at most one fault, including faults of its whole outlet.
 * @param only kinds of faults to plan; all if omitted
 */
export function planFaults(seed: number, window: Window, only?: readonly AlertKind[]): Fault[] {
  const random = seededRandom(`${seed} faults ${window.index}`);
  const free = new Set(allChairs.filter((chair) => chair.installedAt < window.from - 7 * dayMs));
  const faults: Fault[] = [];
  const claimChair = (kind: AlertKind): Chair | null => {
    const candidates = [...free].filter(
      // The unpriced chair has no orders, so it gets only faults of its connection and fault codes.
      (chair) =>
        chair.installedAt + (minAgeMs[kind] ?? 0) <= window.from &&
        (chair.deviceId !== unpricedChair || kind === "chairOffline" || kind === "chairFault"),
    );
    if (candidates.length === 0) return null;
    const chair = random.pick(candidates, () => 1);
    free.delete(chair);
    return chair;
  };
  const outlets = demoOutlets.filter((outlet) => installedAt(outlet) < window.from - 7 * dayMs);
  for (const [kind, count] of faultsPerWindow) {
    if (only !== undefined && !only.includes(kind)) continue;
    const used = new Set<string>();
    for (let number = 0; number < count; number++) {
      if (kind === "outletOffline" || kind === "refundWaiting" || kind === "feedbackWaiting") {
        const candidates = outlets.filter(
          ({ outletId, deviceIds }) =>
            !used.has(outletId) && (kind !== "outletOffline" || deviceIds.length >= 3),
        );
        // Early windows have fewer outlets than faults.
        if (candidates.length === 0) continue;
        const outlet = random.pick(candidates, () => 1);
        used.add(outlet.outletId);
        const deviceIds = kind === "outletOffline" ? outlet.deviceIds : [];
        for (const chair of free) if (deviceIds.includes(chair.deviceId)) free.delete(chair);
        faults.push({ kind, outlet, deviceIds, ...spanOf(kind, outlet) });
      } else {
        const chair = claimChair(kind);
        if (chair === null) continue;
        const { outlet, deviceId } = chair;
        faults.push({ kind, outlet, deviceIds: [deviceId], ...spanOf(kind, outlet) });
      }
    }
  }
  return faults;

  function spanOf(kind: AlertKind, outlet: Fault["outlet"]): { from: number; to: number } {
    const windowMs = window.to - window.from;
    const instantAt = (share: number) => window.from + (0.05 + share * random.next()) * windowMs;
    switch (kind) {
      // Low income becomes significant only after days, so its fault begins early and ends late in the window.
      case "incomeLow":
        return { from: instantAt(0.2), to: window.to - 2 * dayMs };
      case "cashBoxFull":
        // `skipCollections` replaces these times by those of a collection of the history.
        return { from: window.from - (18 + 11 * random.next()) * dayMs, to: window.to };
      case "startsFailing": {
        const from = withinBusiness(outlet, instantAt(0.6), 8);
        return { from, to: Math.min(from + (36 + 48 * random.next()) * hourMs, window.to) };
      }
      case "coinsDiffer": {
        const from = withinBusiness(outlet, instantAt(0.8), 0);
        return { from, to: Math.min(from + (2 + 30 * random.next()) * hourMs, window.to) };
      }
      case "refundWaiting":
      case "feedbackWaiting": {
        const from = instantAt(0.7);
        return { from, to: Math.min(from + (26 + 20 * random.next()) * hourMs, window.to) };
      }
      default: {
        // The fault must end before closing time, when staff may switch the chairs off.
        const from = withinBusiness(outlet, instantAt(0.85), 5);
        return { from, to: from + (70 + 170 * random.next()) * minuteMs };
      }
    }
  }

  function withinBusiness(outlet: Fault["outlet"], at: number, minHoursBeforeClosing: number): number {
    const { from, to } = businessHours(outlet, at);
    return from + hourMs + random.next() * (to - from - (minHoursBeforeClosing + 1) * hourMs);
  }
}
