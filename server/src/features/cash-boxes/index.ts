import type {
  cashBoxes,
  collectionDifferences,
  collectionList,
  correctCollection as correctOperation,
  recordCollection as recordOperation,
  voidCollection as voidOperation,
} from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import type { CashBoxesParts } from "./cash-boxes-parts.ts";
import { correctCollection } from "./correct-collection.ts";
import { listBoxes } from "./list-boxes.ts";
import { compareCollections, listCollections } from "./list-collections.ts";
import { recordCollection } from "./record-collection.ts";
import { voidCollection } from "./void-collection.ts";

export { allCollections, type CollectionFilter, countCollections } from "./collections-store.ts";
export { sumDifferences } from "./differences-store.ts";
export { collectionFilterOf } from "./list-collections.ts";

export type CashBoxes = ReturnType<typeof createCashBoxes>;

interface Ranged<R> {
  readonly caller: ManagerCaller;
  readonly offsetMinutes: number | null;
  readonly request: R;
}

export function createCashBoxes(parts: CashBoxesParts) {
  return {
    list: (caller: ManagerCaller, request: RequestOf<typeof cashBoxes>) => listBoxes(parts, caller, request),
    record: (caller: ManagerCaller, request: RequestOf<typeof recordOperation>) =>
      recordCollection(parts, caller, request),
    correct: (caller: ManagerCaller, request: RequestOf<typeof correctOperation>) =>
      correctCollection(parts, caller, request),
    void: (caller: ManagerCaller, request: RequestOf<typeof voidOperation>) =>
      voidCollection(parts, caller, request),
    collections: ({ caller, offsetMinutes, request }: Ranged<RequestOf<typeof collectionList>>) =>
      listCollections(parts, caller, offsetMinutes, request),
    differences: ({ caller, offsetMinutes, request }: Ranged<RequestOf<typeof collectionDifferences>>) =>
      compareCollections(parts, caller, offsetMinutes, request),
  };
}
