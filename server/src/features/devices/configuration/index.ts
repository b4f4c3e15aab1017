export { createDeviceConfigurations } from "./create-device-configurations.ts";
export { changeConfiguration } from "./change-configuration.ts";
