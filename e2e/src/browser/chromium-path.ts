import { existsSync } from "node:fs";
import path from "node:path";

/** The runner of all tests sets it; run alone, the suite searches the PATH. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM_PATH ?? onPath(["chromium", "chromium-browser", "google-chrome"]);
  if (found === undefined) throw new Error("no Chromium on the PATH: set CHROMIUM_PATH to one");
  return found;
}

/** Chromium's headless shell, or Chromium where there is none. */
export const chromiumShellPath = (): string =>
  process.env.CHROMIUM_SHELL_PATH ??
  onPath(["chromium-headless-shell", "chrome-headless-shell"]) ??
  chromiumPath();

function onPath(names: readonly string[]): string | undefined {
  const { PATH = "" } = process.env;
  const files = names.flatMap((name) => PATH.split(path.delimiter).map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file));
}
