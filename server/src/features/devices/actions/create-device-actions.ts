import { createChangeService } from "./change-service.ts";
import { createDeviceCommands, type DeviceActionsDependencies } from "./chair-commands.ts";

export type DeviceActions = ReturnType<typeof createDeviceActions>;

/** Actions of managers on a chair, other than starting and stopping it. */
export const createDeviceActions = (deps: DeviceActionsDependencies) => ({
  changeService: createChangeService(deps),
  ...createDeviceCommands(deps),
});
