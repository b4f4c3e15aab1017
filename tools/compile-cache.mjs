// Enables Node's compile cache. Loaded by `node --import` before a program, because Node compiles the imports of the
// program before it runs the first line. Compiling 1,700 modules takes most of the start-up time; the cache contains
// them compiled and without types.
import { enableCompileCache, getCompileCacheDir } from "node:module";
import path from "node:path";

// The cache is in the clone, which is as trusted as the sources. In a shared folder such as /tmp, other users could
// insert code. Node separates users and versions in the cache, and works without a cache if it cannot write to the
// folder.
enableCompileCache(process.env.NODE_COMPILE_CACHE || path.join(import.meta.dirname, "..", ".cache", "node"));
const folder = getCompileCacheDir();
// Child processes inherit the variable and use the same cache.
if (folder) process.env.NODE_COMPILE_CACHE = path.dirname(folder);
