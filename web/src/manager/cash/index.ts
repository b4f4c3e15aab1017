export { collectionQueue } from "./pending/collection-queue.ts";
export { firstCashQueries } from "./cash-queries.ts";
