export { importDevices, newDeviceDefaults } from "./import-devices.ts";
