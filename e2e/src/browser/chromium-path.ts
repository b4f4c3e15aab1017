import { existsSync } from "node:fs";
import path from "node:path";

/** Returns the path of Chromium: the value of CHROMIUM_PATH, which `npm test` sets, otherwise a Chromium on the PATH. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM_PATH ?? onPath(["chromium", "chromium-browser", "google-chrome"]);
  if (found === undefined) throw new Error("there is no Chromium on the PATH: set CHROMIUM_PATH");
  return found;
}

/** Returns the path of Chromium's headless shell, or of full Chromium if the shell is not installed. */
export const chromiumShellPath = (): string =>
  process.env.CHROMIUM_SHELL_PATH ??
  onPath(["chromium-headless-shell", "chrome-headless-shell"]) ??
  chromiumPath();

function onPath(names: readonly string[]): string | undefined {
  const { PATH = "" } = process.env;
  const files = names.flatMap((name) => PATH.split(path.delimiter).map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file));
}
