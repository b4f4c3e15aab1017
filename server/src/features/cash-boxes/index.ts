export {
  allCollections,
  type CollectionRecord,
  countCollections,
  type DifferenceRecord,
  sumDifferences,
} from "./collections-store.ts";
export { collectionFilterOf } from "./list-collections.ts";
export { coinsTotal, expectedCash } from "./expected-cash-store.ts";
