import type {
  addCollectionPhoto as addPhotoOperation,
  cashBoxes,
  collectionDifferences,
  collectionList,
  correctCollection as correctOperation,
  recordCollection as recordOperation,
  voidCollection as voidOperation,
} from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import type { CashBoxesDependencies } from "./cash-boxes-dependencies.ts";
import { addCollectionPhoto, showCollectionPhoto } from "./collection-photo.ts";
import { correctCollection } from "./correct-collection.ts";
import { listBoxes } from "./list-boxes.ts";
import { compareCollections, listCollections } from "./list-collections.ts";
import { recordCollection } from "./record-collection.ts";
import { voidCollection } from "./void-collection.ts";

export type CashBoxes = ReturnType<typeof createCashBoxes>;

interface Ranged<R> {
  readonly caller: ManagerCaller;
  readonly offsetMinutes: number | null;
  readonly request: R;
}

export function createCashBoxes(dependencies: CashBoxesDependencies) {
  return {
    list: (caller: ManagerCaller, request: RequestOf<typeof cashBoxes>) =>
      listBoxes(dependencies, caller, request),
    record: (caller: ManagerCaller, request: RequestOf<typeof recordOperation>) =>
      recordCollection(dependencies, caller, request),
    addPhoto: (caller: ManagerCaller, request: RequestOf<typeof addPhotoOperation>) =>
      addCollectionPhoto(dependencies, caller, request),
    photo: (caller: ManagerCaller, collectionId: string) =>
      showCollectionPhoto(dependencies, caller, collectionId),
    correct: (caller: ManagerCaller, request: RequestOf<typeof correctOperation>) =>
      correctCollection(dependencies, caller, request),
    void: (caller: ManagerCaller, request: RequestOf<typeof voidOperation>) =>
      voidCollection(dependencies, caller, request),
    collections: ({ caller, offsetMinutes, request }: Ranged<RequestOf<typeof collectionList>>) =>
      listCollections(dependencies, caller, offsetMinutes, request),
    differences: ({ caller, offsetMinutes, request }: Ranged<RequestOf<typeof collectionDifferences>>) =>
      compareCollections(dependencies, caller, offsetMinutes, request),
  };
}
