import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);

/** Returns the modules that are loaded before a module's first line is executed, including the module itself. */
async function modulesOf(file: string): Promise<string[]> {
  const count = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(process.argv[1]);
    process.stdout.write(loaded.filter((url) => !url.startsWith("node:")).join("\\n"));
    process.exit();`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", count, file], {
    maxBuffer: 2 ** 24,
  });
  return stdout.split("\n");
}

const source = join(import.meta.dirname, "..");

// A second start may take at most five seconds. Most of that time is spent on loading modules, so the tests limit their
// number, which is the same on every machine.
it("starts the chairs' program before it loads the server", async () => {
  const loaded = await modulesOf(join(import.meta.dirname, "prepare-chairs.ts"));
  expect(loaded.length).toBeLessThan(20);
});

it("loads no large library that the first view does not need", async () => {
  const loaded = await modulesOf(join(source, "app.ts"));
  const ofLibraries = loaded.filter((url) => url.includes("/node_modules/"));
  expect(ofLibraries.length).toBeLessThan(1_400);
  expect(loaded.length - ofLibraries.length).toBeLessThan(550);
  const heavy = /\/node_modules\/(sharp|pdfkit|fontkit|stripe|exceljs|nodemailer|web-push|@aws-sdk)\//;
  expect(loaded.filter((url) => heavy.test(url))).toEqual([]);
});
