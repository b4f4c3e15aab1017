import { demoOutlets } from "@reposo/server/demo/demo-network.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { answeredRequests, joined, passingFaults, usualAbsences } from "./background.ts";
import {
  allChairs,
  type Chair,
  dayMs,
  type Fault,
  type Interval,
  installedAt,
  minuteMs,
  type StateEvent,
  type Window,
} from "./scenario.ts";

/** Time for which the product stores absences. */
const storedMs = 60 * dayMs;
/**
 * If an outlet loses power or network, the server detects its chairs as offline within this time of each other, and
 * later as online again.
 */
const togetherWithinMs = 90_000;

export interface ChairAbsences {
  readonly chair: Chair;
  /** Oldest first, without overlaps. */
  readonly absences: readonly Interval[];
}

/** Returns when each installed chair is offline in the window and in the 60 days before it. */
export function absencesOf(seed: number, window: Window, faults: readonly Fault[]): ChairAbsences[] {
  return allChairs
    .filter((chair) => chair.installedAt <= window.from)
    .map((chair) => {
      const span = { from: Math.max(chair.installedAt, window.from - storedMs), to: window.to };
      const ofFaults = faults
        .filter(
          ({ kind, deviceIds }) =>
            (kind === "chairOffline" || kind === "outletOffline") && deviceIds.includes(chair.deviceId),
        )
        .map((fault) => offlineOf(fault, chair.deviceId));
      return { chair, absences: joined([...usualAbsences(seed, chair, span), ...ofFaults]) };
    });
}

function offlineOf({ kind, from, to }: Fault, deviceId: string): Interval {
  if (kind === "chairOffline") return { from, to };
  const random = seededRandom(`${deviceId} ${from}`);
  return { from: from + random.next() * togetherWithinMs, to: to + random.next() * togetherWithinMs };
}

/** Returns all events of a window in order of time. */
export function eventsOf(
  seed: number,
  window: Window,
  { faults, chairs }: { readonly faults: readonly Fault[]; readonly chairs: readonly ChairAbsences[] },
): StateEvent[] {
  let id = window.index * 1_000;
  const events: StateEvent[] = chairs.flatMap(({ chair: { deviceId }, absences }) =>
    absences.flatMap(({ from, to }): StateEvent[] => [
      { at: from, type: "online", deviceId, online: false },
      { at: to, type: "online", deviceId, online: true },
    ]),
  );
  const faulty = new Set(faults.flatMap(({ deviceIds }) => deviceIds));
  for (const { chair } of chairs)
    if (!faulty.has(chair.deviceId))
      for (const { from, to } of passingFaults(seed, chair, window))
        events.push(...faultEvents(chair.deviceId, { from, to }, false));
  for (const outlet of demoOutlets)
    if (installedAt(outlet) < window.from - 7 * dayMs)
      for (const queue of ["refund", "feedback"] as const)
        for (const { from, to } of answeredRequests(`${seed} ${queue}`, outlet, window)) {
          events.push({ at: from, type: "request", queue, outletId: outlet.outletId, id: ++id });
          events.push({ at: to, type: "answer", queue, id });
        }
  for (const [number, fault] of faults.entries()) events.push(...eventsOfFault(fault, number, ++id));
  return events.filter(({ at }) => at > window.from && at < window.to).sort((a, b) => a.at - b.at);
}

function eventsOfFault(fault: Fault, number: number, id: number): StateEvent[] {
  const { kind, outlet, from, to } = fault;
  const deviceId = fault.deviceIds[0] ?? "";
  switch (kind) {
    case "chairFault":
      return faultEvents(deviceId, fault, number % 2 === 0);
    case "coinsDiffer":
      return [
        { at: from, type: "coins", deviceId, id, kind: number % 2 === 0 ? "doubtful" : "missing" },
        { at: to, type: "coinsDecided", deviceId, id },
      ];
    case "refundWaiting":
    case "feedbackWaiting": {
      const queue = kind === "refundWaiting" ? "refund" : "feedback";
      return [
        { at: from, type: "request", queue, outletId: outlet.outletId, id },
        { at: to, type: "answer", queue, id },
      ];
    }
    default:
      return [];
  }
}

/**
 * Returns the events of a fault. With `alternates`, the chair reports another fault code every four minutes, without
 * clearing the fault in between.
 */
function faultEvents(deviceId: string, { from, to }: Interval, alternates: boolean): StateEvent[] {
  const events: StateEvent[] = [{ at: from, type: "fault", deviceId, fault: "E3" }];
  if (alternates)
    for (let at = from + 4 * minuteMs, other = true; at < to; at += 4 * minuteMs, other = !other)
      events.push({ at, type: "fault", deviceId, fault: other ? "E7" : "E3" });
  return [...events, { at: to, type: "fault", deviceId, fault: null }];
}
