import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the database runs as another user, that user must be able to access its files in it. */
export async function makeBenchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "reposo-bench-"));
  await chmod(folder, 0o711);
  return folder;
}
