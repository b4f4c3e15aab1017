/** The queue is a chunk of its own: the app sends stored collections after it has started, on any page. */
export const importCollectionQueue = () => import("./collection-queue.ts");
