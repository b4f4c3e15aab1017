import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

it("[CHAIR-4] verify uses the given secret of the chair, not that of another option", async () => {
  const options = ["--device", "TEST0001", "--secret", "of-this-run", "--host", "127.0.0.1", "--port", "0"];
  const run = promisify(execFile)(process.execPath, [main, "verify", ...options, "--wait", "0"]);
  // No chair connects within a timeout of zero.
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("secret of-this-run"),
    stderr: expect.stringContaining("a connection of TEST0001"),
  });
});

it("[CHAIR-4] verify names a check that it does not know instead of running none", async () => {
  const options = ["--device", "TEST0001", "--virtual", "--only", "report", "repliy-once"];
  const run = promisify(execFile)(process.execPath, [main, "verify", ...options]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/'repliy-once' is invalid.*report.*reply-once/),
  });
});
