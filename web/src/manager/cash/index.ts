export { importCollectionQueue } from "./pending/import-collection-queue.ts";
