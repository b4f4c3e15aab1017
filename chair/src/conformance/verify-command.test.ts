import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Value } from "typebox/value";
import { expect, it } from "vitest";
import { ConformanceReport } from "./conformance-report.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

it("[CHAIR-4] verify uses the secret that follows the command, not the option of the same name of the main command", async () => {
  const options = ["--device", "TEST0001", "--secret", "of-this-run", "--host", "127.0.0.1", "--port", "0"];
  const run = promisify(execFile)(process.execPath, [main, "verify", ...options, "--wait", "0"]);
  // No chair connects within a timeout of zero.
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("secret of-this-run"),
    stderr: expect.stringContaining("a connection of TEST0001"),
  });
});

it("[CHAIR-4] verify rejects an unknown check and lists the known ones", async () => {
  const options = ["--device", "TEST0001", "--virtual", "--only", "report", "repliy-once"];
  const run = promisify(execFile)(process.execPath, [main, "verify", ...options]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/'repliy-once' is invalid.*report.*reply-once/),
  });
});

it("[CHAIR-4] verify prints a human-readable report, and writes a machine-readable one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "reposo-verify-"));
  const file = join(folder, "report.json");
  try {
    const options = ["--device", "TEST0001", "--virtual", "--only", "report", "reply-once", "--json", file];
    const { stdout } = await promisify(execFile)(process.execPath, [main, "verify", ...options]);
    expect(stdout).toContain("TEST0001");
    expect(stdout).toContain("reply-once");
    const report: unknown = JSON.parse(await readFile(file, "utf8"));
    expect([...Value.Errors(ConformanceReport, report)]).toEqual([]);
    expect(report).toMatchObject({ deviceId: "TEST0001", conforms: true, counts: { passed: 2, failed: 0 } });
  } finally {
    await rm(folder, { recursive: true });
  }
});
