import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { announce } from "#features/live-events/index.ts";
import type { Transaction } from "#platform/database.ts";
import { type PresenceChange, writeStates } from "./device-presence-store.ts";

/**
 * Keeps what chairs said of themselves, and tells managers where they would see a difference.
 * @returns what changed, by device; nothing for an id that is no chair of ours
 */
export async function recordStates(
  tx: Transaction,
  told: readonly { readonly deviceId: string; readonly state: PayloadOf<"state"> }[],
  now: Date,
): Promise<Map<string, PresenceChange>> {
  const changes = await writeStates(tx, told, now);
  for (const { deviceId, ...change } of changes)
    if (change.wasOnline !== change.online || change.faultBefore !== change.fault)
      await announce(tx, { name: "device", outletId: change.outletId, subject: deviceId, at: now });
  return new Map(changes.map((change) => [change.deviceId, change]));
}

/** The same of one chair; null for an id that is no chair of ours. */
export const recordState = async (
  tx: Transaction,
  deviceId: string,
  state: PayloadOf<"state">,
  now: Date,
): Promise<PresenceChange | null> =>
  (await recordStates(tx, [{ deviceId, state }], now)).get(deviceId) ?? null;
