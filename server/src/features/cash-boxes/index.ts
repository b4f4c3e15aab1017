export { allCollections, type CollectionFilter, countCollections } from "./collections-store.ts";
export { type CashBoxes, createCashBoxes } from "./create-cash-boxes.ts";
export { sumDifferences } from "./differences-store.ts";
export { collectionFilterOf } from "./list-collections.ts";
