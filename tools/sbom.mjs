// Prints the software bill of materials: `npm run sbom --silent`. Plain JavaScript without dependencies, because it
// needs the lockfile only, before anything is installed.
import { spawnSync } from "node:child_process";

const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
const { status, stdout, error } = spawnSync("npm", args, {
  encoding: "utf8",
  maxBuffer: 64 * 1024 ** 2,
  stdio: ["ignore", "pipe", "inherit"],
  shell: process.platform === "win32",
});
if (error) throw error;
if (status !== 0) process.exit(status ?? 1);

const bom = JSON.parse(stdout);
// npm names packages of this repository by their folders.
for (const component of [bom.metadata.component, ...bom.components]) {
  const reference = component["bom-ref"];
  const name = reference.slice(0, reference.lastIndexOf("@"));
  if (name === "reposo" || name.startsWith("@reposo/")) component.name = name;
}
console.log(JSON.stringify(bom, null, 2));
