export { loginDevicesQuery } from "./login-devices-query.ts";
