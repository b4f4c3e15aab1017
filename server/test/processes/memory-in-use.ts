import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * What this process still uses, in bytes, after everything else has been thrown away. Without that, a figure says
 * when the runtime last cleaned up, which a busy machine puts off by tens of megabytes.
 */
export function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  // The bytes of dead buffers are counted until a thread of its own has freed them; a second collection awaits that.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
