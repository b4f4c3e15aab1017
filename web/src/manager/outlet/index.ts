export { firstOutletQueries } from "./outlet-queries.ts";
