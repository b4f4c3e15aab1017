export { firstDeviceQueries } from "./device-page-queries.ts";
