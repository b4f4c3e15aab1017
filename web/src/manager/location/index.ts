export { OutletLoader, UnknownOutlet, OutletHeader } from "./outlets-loader.tsx";
export { firstLocationQueries, outletsQuery, type OutletLocation } from "./location-queries.ts";
