import { existsSync } from "node:fs";
import path from "node:path";

/** The runner of all tests names it; run alone, the suite takes what the PATH holds. */
export function chromiumPath(): string {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const onPath = names.flatMap((name) => PATH.split(path.delimiter).map((folder) => path.join(folder, name)));
  const found = CHROMIUM_PATH ?? onPath.find((file) => existsSync(file));
  if (found === undefined) throw new Error("no Chromium on the PATH: set CHROMIUM_PATH to one");
  return found;
}
