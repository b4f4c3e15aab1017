import { existsSync } from "node:fs";
import path from "node:path";

/** The path of Chromium: `npm test` sets CHROMIUM_PATH; otherwise the PATH is searched. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM_PATH ?? onPath(["chromium", "chromium-browser", "google-chrome"]);
  if (found === undefined) throw new Error("there is no Chromium on the PATH: set CHROMIUM_PATH");
  return found;
}

/** The path of Chromium's headless shell, or of Chromium if the shell is missing. */
export const chromiumShellPath = (): string =>
  process.env.CHROMIUM_SHELL_PATH ??
  onPath(["chromium-headless-shell", "chrome-headless-shell"]) ??
  chromiumPath();

function onPath(names: readonly string[]): string | undefined {
  const { PATH = "" } = process.env;
  const files = names.flatMap((name) => PATH.split(path.delimiter).map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file));
}
