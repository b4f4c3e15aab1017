export { createDevicePage } from "./create-device-page.ts";
