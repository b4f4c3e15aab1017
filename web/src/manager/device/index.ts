export { firstDeviceQueries, readDeviceId } from "./device-page-queries.ts";
