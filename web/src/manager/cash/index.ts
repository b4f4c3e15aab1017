export { importCollectionQueue } from "./import-collection-queue.ts";
