export { advertsQuery, liveOrderQuery, publicDeviceQuery } from "./chair-queries.ts";
