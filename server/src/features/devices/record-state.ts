import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { announce } from "#features/live-events/index.ts";
import type { Transaction } from "#platform/database.ts";
import { type PresenceChange, writeState } from "./device-presence-store.ts";

/**
 * Keeps what a chair said of itself, and tells managers where they would see a difference.
 * @returns what changed, or null for an id that is no chair of ours
 */
export async function recordState(
  tx: Transaction,
  deviceId: string,
  state: PayloadOf<"state">,
  now: Date,
): Promise<PresenceChange | null> {
  const change = await writeState(tx, deviceId, state, now);
  if (change === null) return null;
  if (change.wasOnline !== change.online || change.faultBefore !== change.fault)
    await announce(tx, { name: "device", outletId: change.outletId, subject: deviceId, at: now });
  return change;
}
