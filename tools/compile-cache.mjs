// Loaded before our own programs (`node --import`), because the imports of a program are compiled before its first line
// runs. Loading 1,700 modules is most of a start; the cache contains them compiled, with their types stripped.
import { enableCompileCache, getCompileCacheDir } from "node:module";
import path from "node:path";

// In the clone, which is trusted as much as the sources are; a shared folder such as /tmp could contain anyone's code.
// Node separates users and versions in it, and does without a cache where it may not write.
enableCompileCache(process.env.NODE_COMPILE_CACHE || path.join(import.meta.dirname, "..", ".cache", "node"));
const folder = getCompileCacheDir();
// For the child processes of this one.
if (folder) process.env.NODE_COMPILE_CACHE = path.dirname(folder);
