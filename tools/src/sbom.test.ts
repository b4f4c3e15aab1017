import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { repositoryRoot, workspaces } from "./source-files.ts";

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

interface Bom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(repositoryRoot, folder, "package.json"), "utf8")) as Manifest;

let folder: string;
let bom: Bom;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "another-name-"));
  for (const file of ["package.json", "package-lock.json", "tools/sbom.mjs"])
    await cp(path.join(repositoryRoot, file), path.join(folder, file));
  const { stdout } = await promisify(execFile)("npm", ["run", "sbom", "--silent"], {
    cwd: folder,
    shell: process.platform === "win32",
    maxBuffer: 64 * 1024 ** 2,
  });
  bom = JSON.parse(stdout) as Bom;
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

it("the SBOM contains the product's name and version, independently of the name of the folder", () => {
  const { name, version } = manifestOf(".");
  expect(bom.bomFormat).toBe("CycloneDX");
  expect(bom.metadata.component).toMatchObject({
    name: "reposo",
    version,
    purl: `pkg:npm/${name}@${version}`,
  });
});

it.each(workspaces)(
  "the SBOM lists the package %s and its direct dependencies with versions",
  (workspace) => {
    const { name, version, dependencies = {} } = manifestOf(workspace);
    const ref = `${name}@${version}`;
    expect(bom.components.find((one) => one["bom-ref"] === ref)).toMatchObject({ name, version });
    const direct = bom.dependencies.find((one) => one.ref === ref)?.dependsOn ?? [];
    for (const [dependency, range] of Object.entries(dependencies)) {
      const found = direct.find((one) => one.startsWith(`${dependency}@`));
      expect(found, dependency).toBeDefined();
      if (/^\d/.test(range)) expect(found).toBe(`${dependency}@${range}`);
      expect(bom.components.map((one) => one["bom-ref"])).toContain(found);
    }
  },
);
