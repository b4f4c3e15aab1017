// Loaded before our own programs (`node --import`), because the imports of a program are compiled before its first line
// runs. Loading 1,700 modules is most of a start; the cache contains them compiled, with their types stripped.
import { enableCompileCache, getCompileCacheDir } from "node:module";
import path from "node:path";

// The cache is in the clone, which is as trusted as the sources; in a shared folder such as /tmp, others could plant code.
// Node separates users and versions in the cache, and works without it if it may not write there.
enableCompileCache(process.env.NODE_COMPILE_CACHE || path.join(import.meta.dirname, "..", ".cache", "node"));
const folder = getCompileCacheDir();
// Child processes use the same cache.
if (folder) process.env.NODE_COMPILE_CACHE = path.dirname(folder);
