import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { firstLoadBytes } from "./script-size.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "script-size-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const scripts = { "app.js": "app();", "shared.js": "shared(1, 2, 3);", "page.js": "page();" };

it("counts the entry and its static imports once, and nothing that is loaded later", () => {
  for (const [file, text] of Object.entries(scripts)) writeFileSync(path.join(folder, file), text);
  const bytes = firstLoadBytes(folder, {
    "src/app.tsx": { file: "app.js", isEntry: true, imports: ["_shared.js"] },
    "_shared.js": { file: "shared.js", imports: ["src/app.tsx"] },
    "src/page.tsx": { file: "page.js", imports: ["_shared.js"] },
  });
  const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;
  expect(bytes).toBe(gzipped(scripts["app.js"]) + gzipped(scripts["shared.js"]));
});

it("throws an error for an import that the manifest does not contain", () => {
  writeFileSync(path.join(folder, "app.js"), "");
  expect(() =>
    firstLoadBytes(folder, { "src/app.tsx": { file: "app.js", isEntry: true, imports: ["_other.js"] } }),
  ).toThrow("no _other.js");
});
