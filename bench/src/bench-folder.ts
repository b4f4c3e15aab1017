import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a temporary folder that a PostgreSQL process can enter even if it runs as another user. */
export async function makeBenchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "reposo-bench-"));
  await chmod(folder, 0o711);
  return folder;
}
