import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
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

/** An expected end that moves by less is the delay of a message and no news. */
const sameEndMs = 5_000;

/**
 * Stores what chairs reported of themselves and announces what a manager or a customer at the chair sees change.
 * @returns what changed, by device; nothing for an id that is no chair of ours
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

/** The same of one chair's state; null for an id that is no chair of ours. */
export const recordState = async (
  uow: UnitOfWork,
  deviceId: string,
  state: PayloadOf<"state">,
  now: Date,
): Promise<PresenceChange | null> =>
  (await recordReports(uow, [{ deviceId, state }], now)).get(deviceId) ?? null;

/** A statement each: of thousands of chairs, and within the parameters that one may have. */
const announcedAtOnce = 5_000;

/**
 * For the start of a server with a broker of its own: a broker that was killed published no last wills, so what the
 * database says of presence is as old as the kill. Each chair is online again as soon as it speaks.
 */
export const markAllOffline =
  ({ database, clock }: { database: Database; clock: Clock }) =>
  (): Promise<void> =>
    transact(database, async (uow) => {
      const at = clock.now();
      const gone = await writeAllOffline(uow);
      for (let first = 0; first < gone.length; first += announcedAtOnce) {
        const news = gone
          .slice(first, first + announcedAtOnce)
          .map(({ deviceId, outletId }) => ({ name: "device", outletId, subject: deviceId, at }) as const);
        publishEvents(uow, ...news);
      }
    });
