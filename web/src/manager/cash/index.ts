export const importCollectionQueue = () => import("./collection-queue.ts");
