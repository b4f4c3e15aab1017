import { createChangeService } from "./change-service.ts";
import { createDeviceCommands, type DeviceActionsDependencies } from "./device-commands.ts";

export type DeviceActions = ReturnType<typeof createDeviceActions>;

/** What managers do with a chair besides starting and stopping it. */
export const createDeviceActions = (deps: DeviceActionsDependencies) => ({
  changeService: createChangeService(deps),
  ...createDeviceCommands(deps),
});
