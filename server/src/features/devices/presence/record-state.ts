import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { publishEvents } from "#features/live-events/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import {
  type ChairReport,
  type PresenceChange,
  writeAllOffline,
  writeReports,
} from "./device-presence-store.ts";
import type { Clock } from "#platform/time/clock.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type { ChairReport } from "./device-presence-store.ts";

/** A smaller change of the expected end is not published, because a delayed message can cause it. */
const sameEndMs = 5_000;

/**
 * Stores the reports of chairs, and publishes the changes that managers or customers see.
 * @returns the changes by device ID, without unknown IDs
 */
export async function recordReports(
  uow: UnitOfWork,
  reports: readonly ChairReport[],
  now: Date,
): Promise<Map<string, PresenceChange>> {
  if (reports.length === 0) return new Map();
  const changes = await writeReports(uow, reports, now);
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

/** Stores the state of one chair. Returns null for an unknown ID. */
export const recordState = async (
  uow: UnitOfWork,
  deviceId: string,
  state: PayloadOf<"state">,
  now: Date,
): Promise<PresenceChange | null> =>
  (await recordReports(uow, [{ deviceId, state }], now)).get(deviceId) ?? null;

/** Maximum number of live events per call, because PostgreSQL limits the number of parameters of a statement. */
const publishBatch = 5_000;

/**
 * Marks all chairs as offline when a server with an embedded broker starts. If the broker was killed, it has
 * published no last wills, so the stored presence is outdated. A chair becomes online again when it connects.
 */
export const markAllOffline =
  ({ database, clock }: { database: Database; clock: Clock }) =>
  (): Promise<void> =>
    transact(database, async (uow) => {
      const at = clock.now();
      const changed = await writeAllOffline(uow);
      for (let first = 0; first < changed.length; first += publishBatch) {
        const events = changed
          .slice(first, first + publishBatch)
          .map(({ deviceId, outletId }) => ({ name: "device", outletId, subject: deviceId, at }) as const);
        publishEvents(uow, ...events);
      }
    });
