/** The queue is a separate chunk, because the app sends stored collections after it has started, on any page. */
export const importCollectionQueue = () => import("./collection-queue.ts");
