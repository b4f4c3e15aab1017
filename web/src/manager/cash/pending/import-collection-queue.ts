/**
 * Imports the queue as a separate chunk. The manager app loads it after its start on any page, but only if stored
 * collections are pending.
 */
export const importCollectionQueue = () => import("./collection-queue.ts");
