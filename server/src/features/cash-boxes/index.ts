export {
  allCollections,
  type CollectionFilter,
  countCollections,
  sumDifferences,
} from "./collections-store.ts";
export { collectionFilterOf } from "./list-collections.ts";
