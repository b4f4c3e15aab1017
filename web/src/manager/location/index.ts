export { OutletLoader, OutletHeader } from "./outlets-loader.tsx";
export { outletsQuery, positionProposalQuery, type OutletLocation } from "./location-queries.ts";
