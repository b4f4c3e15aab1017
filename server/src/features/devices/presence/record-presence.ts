import { publishEvents } from "#features/live-events/index.ts";
import { type ChairReport, type PresenceChange, writePresence } from "./presence-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * A change of the expected end of a run without an order is not published up to this size, because a delayed message
 * can cause it.
 */
const sameEndMs = 5_000;

/**
 * Stores the reports of chairs, and publishes the changes that managers or customers see. A chair becomes offline by
 * the state `online: false`. The broker publishes this state, the chair's MQTT last will, when the connection to the
 * chair is lost. The chair itself publishes it before a clean disconnect.
 * @returns the changes by device ID, without unknown IDs
 */
export async function recordPresence(
  uow: UnitOfWork,
  reports: readonly ChairReport[],
  now: Date,
): Promise<Map<string, PresenceChange>> {
  if (reports.length === 0) return new Map();
  const changes = await writePresence(uow, reports, now);
  for (const { deviceId, ...change } of changes)
    if (isVisible(change))
      publishEvents(uow, { name: "device", outletId: change.outletId, subject: deviceId, at: now });
  return new Map(changes.map((change) => [change.deviceId, change]));
}

function isVisible(change: PresenceChange): boolean {
  if (change.wasOnline !== change.online || change.faultBefore !== change.fault) return true;
  const { unorderedRunEndsBefore: before, unorderedRunEndsAt: after } = change;
  if (before === null || after === null) return before !== after;
  return Math.abs(after.getTime() - before.getTime()) > sameEndMs;
}
