import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { answeredRequests, joined, passingFaults, usualAbsences } from "./normal-behaviour.ts";
import { type Chair, chairsOf, dayMs, type Fault, type Interval } from "./scenario.ts";

/** A change of a chair, of its quarantined coins, or of the refund requests or feedback of an outlet. */
export type WindowEvent = { readonly at: number } & (
  | { readonly type: "online"; readonly deviceId: string; readonly online: boolean }
  | { readonly type: "fault"; readonly deviceId: string; readonly fault: string | null }
  | { readonly type: "coin"; readonly deviceId: string; readonly id: number; readonly isWaiting: boolean }
  | {
      readonly type: Queue;
      readonly outletId: string;
      readonly id: number;
      readonly isWaiting: boolean;
    }
);
type Queue = "refundWaiting" | "feedbackWaiting";

export interface ChairAbsences {
  readonly chair: Chair;
  /** Oldest first, without overlaps. */
  readonly absences: readonly Interval[];
}

/** The product reads the absences of this time. */
const storedMs = 60 * dayMs;
/** If an outlet loses power or network, its chairs are detected as offline within this time of each other. */
export const togetherWithinMs = 90_000;

/** Returns when each installed chair is offline in the window and in the 60 days before it. */
export function absencesOf(seed: number, window: Interval, faults: readonly Fault[]): ChairAbsences[] {
  return chairsOf(window).map((chair) => {
    const ofFaults = faults
      .filter(({ kind, deviceIds }) => kind.endsWith("Offline") && deviceIds.includes(chair.deviceId))
      .map(({ kind, from, to }): Interval => {
        const random = seededRandom(`${seed} ${chair.deviceId} ${from}`);
        const spreadMs = kind === "outletOffline" ? togetherWithinMs : 0;
        return { from: from + random.next() * spreadMs, to: to + random.next() * spreadMs };
      });
    const span = { from: window.from - storedMs, to: window.to };
    return { chair, absences: joined([...usualAbsences(seed, chair, span), ...ofFaults]) };
  });
}

/** Returns all events of a window in order of time. */
export function eventsOf(
  seed: number,
  window: Interval,
  { faults, chairs }: { readonly faults: readonly Fault[]; readonly chairs: readonly ChairAbsences[] },
): WindowEvent[] {
  let id = 0;
  const events: WindowEvent[] = [];
  const change = (
    { from, to }: Interval,
    begins: (at: number) => WindowEvent,
    ends: (at: number) => WindowEvent,
  ) => events.push(begins(from), ends(to));
  const fail = (deviceId: string, interval: Interval) =>
    change(
      interval,
      (at) => ({ at, type: "fault", deviceId, fault: "E3" }),
      (at) => ({ at, type: "fault", deviceId, fault: null }),
    );
  const ask = (type: Queue, outletId: string, interval: Interval) => {
    id += 1;
    const common = { type, outletId, id } as const;
    change(
      interval,
      (at) => ({ ...common, at, isWaiting: true }),
      (at) => ({ ...common, at, isWaiting: false }),
    );
  };
  for (const { chair, absences } of chairs)
    for (const absence of absences)
      change(
        absence,
        (at) => ({ at, type: "online", deviceId: chair.deviceId, online: false }),
        (at) => ({ at, type: "online", deviceId: chair.deviceId, online: true }),
      );
  const faulty = new Set(faults.flatMap(({ deviceIds }) => deviceIds));
  for (const { chair } of chairs)
    if (!faulty.has(chair.deviceId))
      for (const interval of passingFaults(seed, chair, window)) fail(chair.deviceId, interval);
  for (const outlet of new Set(chairsOf(window, 7).map((chair) => chair.outlet)))
    for (const type of ["refundWaiting", "feedbackWaiting"] as const)
      for (const interval of answeredRequests(`${seed} ${type}`, outlet, window))
        ask(type, outlet.outletId, interval);
  for (const { kind, outlet, deviceIds, ...interval } of faults) {
    const [deviceId = ""] = deviceIds;
    if (kind === "chairFault") fail(deviceId, interval);
    if (kind === "refundWaiting" || kind === "feedbackWaiting") ask(kind, outlet.outletId, interval);
    if (kind === "coinsDiffer") {
      id += 1;
      const common = { type: "coin", deviceId, id } as const;
      change(
        interval,
        (at) => ({ ...common, at, isWaiting: true }),
        (at) => ({ ...common, at, isWaiting: false }),
      );
    }
  }
  return events.filter(({ at }) => at > window.from && at < window.to).sort((a, b) => a.at - b.at);
}
