export { importCollectionQueue } from "./pending/import-collection-queue.ts";
export { firstCashQueries } from "./cash-queries.ts";
