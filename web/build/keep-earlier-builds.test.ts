import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepEarlierBuilds } from "./keep-earlier-builds.ts";

let root: string;
let assets: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reposo-builds-"));
  assets = join(root, "dist", "assets");
});
afterEach(() => rm(root, { recursive: true }));

/** Builds an app whose only script contains the text. @returns the names of all files in `assets` */
async function release(text: string, app = "customer"): Promise<string[]> {
  await writeFile(join(root, `${app}.js`), `document.title = "${text}";`);
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [keepEarlierBuilds()],
    build: { manifest: `.vite/${app}.json`, rollupOptions: { input: join(root, `${app}.js`) } },
  });
  return (await readdir(assets)).sort();
}

const longAgo = Date.now() / 1000 - 4 * 24 * 60 * 60;
async function age(names: readonly string[]): Promise<void> {
  for (const name of names) await utimes(join(assets, name), longAgo, longAgo);
}

it("[NET-4] keeps the files of earlier builds for some days, because open pages still load them", async () => {
  const [first = ""] = await release("one");
  const both = await release("two");
  expect(both).toHaveLength(2);
  expect(both).toContain(first);

  await age(both);
  // The retention of a file restarts with each build that contains it.
  expect(await release("two")).toEqual(both.filter((name) => name !== first));
});

it("[NET-4] keeps the files of a release from the build that replaces it, however old they are", async () => {
  const first = await release("one");
  await age(first);
  expect(await release("two")).toEqual(expect.arrayContaining(first));
  await age(first);
  expect(await release("three")).not.toEqual(expect.arrayContaining(first));
});

it("[NET-4] keeps the current files of the other app, however old they are", async () => {
  const other = await release("one", "manager");
  await age(other);
  expect(await release("two")).toEqual(expect.arrayContaining(other));
});
