// Loaded before a program of ours (`node --import`), because what a program imports is compiled before its first line
// runs. Reading 1,700 modules is most of a start; from here they come compiled, and with their types stripped.
import { enableCompileCache, getCompileCacheDir } from "node:module";
import path from "node:path";

// In the clone, which is trusted as much as the sources are; a folder for all, as in /tmp, could hold anybody's code.
// Node keeps users and versions apart below it, and goes without where it may not write.
enableCompileCache(process.env.NODE_COMPILE_CACHE || path.join(import.meta.dirname, "..", ".cache", "node"));
const folder = getCompileCacheDir();
// For the programs that this one starts.
if (folder) process.env.NODE_COMPILE_CACHE = path.dirname(folder);
