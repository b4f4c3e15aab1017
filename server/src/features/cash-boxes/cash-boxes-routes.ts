import {
  addCollectionPhoto,
  cashBoxes,
  collectionDifferences,
  collectionList,
  collectionPhoto,
  correctCollection,
  recordCollection,
  voidCollection,
} from "@reposo/contract/revenue/cash-boxes.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { CashBoxes } from "./create-cash-boxes.ts";

export function registerCashBoxesRoutes(http: FastifyInstance, boxes: CashBoxes): void {
  serve(http, cashBoxes, ({ caller, request }) => boxes.list(caller, request));
  serve(http, recordCollection, ({ caller, request }) => boxes.record(caller, request));
  serve(http, addCollectionPhoto, ({ caller, request }) => boxes.addPhoto(caller, request));
  serve(http, collectionPhoto, ({ caller, request }) => boxes.photo(caller, request.collectionId));
  serve(http, correctCollection, ({ caller, request }) => boxes.correct(caller, request));
  serve(http, voidCollection, ({ caller, request }) => boxes.void(caller, request));
  serve(http, collectionList, (call) => boxes.collections(call));
  serve(http, collectionDifferences, (call) => boxes.differences(call));
}
