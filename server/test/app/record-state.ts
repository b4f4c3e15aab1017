import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { recordPresence } from "#features/devices/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Stores the state of one chair. Returns the change, or null for an unknown ID. */
export const recordState = async (uow: UnitOfWork, deviceId: string, state: PayloadOf<"state">, now: Date) =>
  (await recordPresence(uow, [{ deviceId, state }], now)).get(deviceId) ?? null;
