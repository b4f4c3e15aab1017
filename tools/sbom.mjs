// Prints the software bill of materials: `npm run sbom --silent`. Plain JavaScript without dependencies, so that it
// also runs in a clone without installed packages: it reads only the lockfile.
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
// As the name of a workspace npm uses its folder; the reference contains the name of its package.json.
for (const component of [bom.metadata.component, ...bom.components]) {
  const reference = component["bom-ref"];
  const name = reference.slice(0, reference.lastIndexOf("@"));
  if (name === "reposo" || name.startsWith("@reposo/")) component.name = name;
}
console.log(JSON.stringify(bom, null, 2));
