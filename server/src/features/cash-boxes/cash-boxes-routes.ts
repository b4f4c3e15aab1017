import * as operations from "@reposo/contract/revenue/cash-boxes.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { CashBoxesDependencies } from "./collection-access.ts";
import { addCollectionPhoto, showCollectionPhoto } from "./collection-photo.ts";
import { correctCollection } from "./correct-collection.ts";
import { listBoxes, listOutletCash } from "./list-boxes.ts";
import { compareCollections, listCollections } from "./list-collections.ts";
import { recordCollection } from "./record-collection.ts";
import { voidCollection } from "./void-collection.ts";

export function registerCashBoxesRoutes(http: FastifyInstance, dependencies: CashBoxesDependencies): void {
  serve(http, operations.cashBoxes, ({ caller, request }) => listBoxes(dependencies, caller, request));
  serve(http, operations.outletCash, ({ caller, request }) => listOutletCash(dependencies, caller, request));
  serve(http, operations.recordCollection, ({ caller, request }) =>
    recordCollection(dependencies, caller, request),
  );
  serve(http, operations.addCollectionPhoto, ({ caller, request }) =>
    addCollectionPhoto(dependencies, caller, request),
  );
  serve(http, operations.collectionPhoto, ({ caller, request }) =>
    showCollectionPhoto(dependencies, caller, request.collectionId),
  );
  serve(http, operations.correctCollection, ({ caller, request }) =>
    correctCollection(dependencies, caller, request),
  );
  serve(http, operations.voidCollection, ({ caller, request }) =>
    voidCollection(dependencies, caller, request),
  );
  serve(http, operations.collectionList, ({ caller, requestedZone, request }) =>
    listCollections(dependencies, caller, requestedZone, request),
  );
  serve(http, operations.collectionDifferences, ({ caller, requestedZone, request }) =>
    compareCollections(dependencies, caller, requestedZone, request),
  );
}
