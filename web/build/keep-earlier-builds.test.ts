import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, it, onTestFinished } from "vitest";
import { keepEarlierBuilds } from "./keep-earlier-builds.ts";

it("[NET-4] keeps the files of earlier builds for some days, because open pages still load them", async () => {
  const root = await mkdtemp(join(tmpdir(), "reposo-builds-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const assets = join(root, "dist", "assets");
  const release = async (text: string): Promise<string[]> => {
    await writeFile(join(root, "entry.js"), `document.title = "${text}";`);
    await build({
      root,
      configFile: false,
      logLevel: "silent",
      plugins: [keepEarlierBuilds()],
      build: { rollupOptions: { input: join(root, "entry.js") } },
    });
    return (await readdir(assets)).sort();
  };

  const [first = ""] = await release("one");
  const both = await release("two");
  expect(both).toHaveLength(2);
  expect(both).toContain(first);

  const longAgo = Date.now() / 1000 - 4 * 24 * 60 * 60;
  for (const name of both) await utimes(join(assets, name), longAgo, longAgo);
  // The retention of a file restarts with each build that contains it.
  expect(await release("two")).toEqual(both.filter((name) => name !== first));
});
