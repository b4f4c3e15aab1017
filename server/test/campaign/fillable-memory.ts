import { type ChairMemory, createVolatileMemory } from "@reposo/chair/chair-memory.ts";

/** The memory of a chair whose disk can be full; `store` then fails like a write to a full disk. */
export interface FillableMemory extends ChairMemory {
  setFull(isFull: boolean): void;
}

export function createFillableMemory(): FillableMemory {
  const memory = createVolatileMemory();
  let full = false;
  return {
    ...memory,
    store(contents) {
      if (full) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      memory.store(contents);
    },
    setFull: (isFull) => {
      full = isFull;
    },
  };
}
