import { createChangeService } from "./change-service.ts";
import { createDeviceCommands, type DeviceActionsDependencies } from "./create-device-commands.ts";

export type DeviceActions = ReturnType<typeof createDeviceActions>;

/** Actions of managers on a chair, except starting and stopping orders. */
export const createDeviceActions = (deps: DeviceActionsDependencies) => ({
  changeService: createChangeService(deps),
  ...createDeviceCommands(deps),
});
