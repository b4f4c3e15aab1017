import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import { createChangeService } from "./change-service.ts";

export type DeviceActions = ReturnType<typeof createDeviceActions>;

/** What managers do with a chair besides starting and stopping it. */
export function createDeviceActions(parts: { readonly database: Database; readonly clock: Clock }) {
  return { changeService: createChangeService(parts) };
}
