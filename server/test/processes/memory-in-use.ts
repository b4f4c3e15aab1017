import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Bytes that this process uses after garbage collection. Without a collection, the figure depends on when the
 * runtime last collected, which a busy machine defers by tens of megabytes.
 */
export function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  // Released buffers are counted until a separate thread has freed them; a second collection waits for that.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
