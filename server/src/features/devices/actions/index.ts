export { createDeviceActions } from "./create-device-actions.ts";
