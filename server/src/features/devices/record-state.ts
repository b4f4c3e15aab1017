import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { announce } from "#features/live-events/index.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { type ChairReport, type PresenceChange, writeReports } from "./device-presence-store.ts";

export type { ChairReport } from "./device-presence-store.ts";

/** An expected end that moves by less is the delay of a message and no news. */
const sameEndMs = 5_000;

/**
 * Stores what chairs reported of themselves and announces what a manager or a customer at the chair sees change.
 * @returns what changed, by device; nothing for an id that is no chair of ours
 */
export async function recordReports(
  tx: Transaction,
  reports: readonly ChairReport[],
  now: Date,
): Promise<Map<string, PresenceChange>> {
  if (reports.length === 0) return new Map();
  const changes = await writeReports(tx, reports, now);
  for (const { deviceId, ...change } of changes)
    if (isVisible(change))
      await announce(tx, { name: "device", outletId: change.outletId, subject: deviceId, at: now });
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
  tx: Transaction,
  deviceId: string,
  state: PayloadOf<"state">,
  now: Date,
): Promise<PresenceChange | null> =>
  (await recordReports(tx, [{ deviceId, state }], now)).get(deviceId) ?? null;
