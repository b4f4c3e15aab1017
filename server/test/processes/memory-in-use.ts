import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Returns the number of bytes that this process uses after garbage collection. Without a collection, the number depends on
 * when the runtime last collected garbage, which can differ by tens of megabytes on a busy machine.
 */
export function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  // Released buffers count until a separate thread has freed them; a second collection waits for that thread.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
