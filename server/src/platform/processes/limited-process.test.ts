import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processIdentity } from "./processes.ts";
import { runLimited } from "./limited-process.ts";

const limits = { cpuSeconds: 30, memoryBytes: 1024 ** 3, fileBytes: 1024 ** 2, wallMs: 60_000 };
const { signal } = new AbortController();
const run = (script: string, changed: Partial<typeof limits> = {}) =>
  runLimited("/bin/sh", ["-c", script], { limits: { ...limits, ...changed }, signal });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-limits-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("a program within limits", () => {
  it("[FB-2] returns its output and exit code, and passes arguments unchanged", async () => {
    const end = await runLimited("printf", ["%s|", "a b", "$(id)", "'; exit 3"], { limits, signal });
    expect(end).toEqual({ kind: "exited", code: 0, output: "a b|$(id)|'; exit 3|" });
    expect(await run("echo oops >&2; exit 3")).toEqual({ kind: "exited", code: 3, output: "oops\n" });
    expect(await runLimited("/no/such/program", [], { limits, signal })).toMatchObject({ code: 127 });
  });

  it("[FB-2] has low priority, no input, and no access to the server's settings", async () => {
    process.env["DATABASE_URL"] = "postgres://secret";
    // The priority is lowered just after the start. If it were not, the loop would reach the time limit.
    const end = await run(
      "until [ $(nice) -ge 5 ]; do :; done; nice; cat; echo secret=$DATABASE_URL",
    ).finally(() => delete process.env["DATABASE_URL"]);
    expect(end).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\nsecret=\n$/) });
    expect(Number(end.output.split("\n")[0])).toBe(5);
  });

  it("[FB-2] is killed when it uses too much processor time", async () => {
    expect(await run("while :; do :; done", { cpuSeconds: 1 })).toMatchObject({ kind: "killed" });
  });

  it("[FB-2] is killed when its file grows too large", async () => {
    const path = join(folder, "large");
    await run(`exec cat /dev/zero > ${path}`);
    expect((await stat(path)).size).toBe(limits.fileBytes);
  });

  it("[FB-2] cannot allocate more memory than its limit", async () => {
    const script = `exec awk 'BEGIN { s = "x"; while (length(s) < 2 ^ 27) s = s s; print length(s) }'`;
    const end = await run(script, { memoryBytes: 128 * 1024 ** 2 });
    expect(end.output).not.toContain(String(2 ** 27));
    expect(await run(script, { memoryBytes: 8 * 1024 ** 3 })).toMatchObject({ output: `${2 ** 27}\n` });
  });

  it("[FB-2] is killed at its deadline", async () => {
    expect(await run("exec sleep 600", { wallMs: 200 })).toMatchObject({ kind: "timedOut" });
  });

  it("[FB-2] returns only the first 8 kB of its output, whether output is endless or arrives at once", async () => {
    expect((await run("exec yes")).output).toBe("y\n".repeat(4_096));
    expect((await run("dd if=/dev/zero bs=60000 count=1 2>/dev/null")).output).toBe("\0".repeat(8_192));
  });

  it("[FB-2] exits when its signal aborts", async () => {
    const abort = new AbortController();
    const script = `echo $$ > ${join(folder, "pid")}; exec sleep 600`;
    const running = runLimited("/bin/sh", ["-c", script], { limits, signal: abort.signal });
    let pid = 0;
    while (pid === 0) pid = Number(await readFile(join(folder, "pid"), "utf8").catch(() => 0));
    expect(processIdentity(pid)).not.toBeNull();
    abort.abort(new Error("client disconnected"));
    await expect(running).rejects.toThrow("client disconnected");
    expect(processIdentity(pid)).toBeNull();
  });
});
