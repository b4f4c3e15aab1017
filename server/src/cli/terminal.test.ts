import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { processTerminal } from "./terminal.ts";

it("escapes characters of a user's text that would move the cursor or reorder the line", async () => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const streams = { stdin: process.stdin, stdout: out, stderr: err, env: {} };
  const terminal = processTerminal(streams as unknown as NodeJS.Process);
  terminal.out("order A1\t\u2067\u202etxt\u2069\n\u001b[2K\u009b1A\r\u0000");
  terminal.out("Glorietta 廣場 ₱12.50 é 👍🏽");
  terminal.err("no coin \u202e");
  out.end();
  err.end();
  expect(await text(out)).toBe(
    "order A1\t\\u2067\\u202etxt\\u2069\n\\u001b[2K\\u009b1A\\u000d\\u0000\nGlorietta 廣場 ₱12.50 é 👍🏽\n",
  );
  expect(await text(err)).toBe("no coin \\u202e\n");
});

it("completes a command whose output nobody reads to its end", async () => {
  const command = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), "--help"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  command.stdout.destroy();
  const [[code], errors] = await Promise.all([once(command, "exit"), text(command.stderr)]);
  expect([code, errors]).toEqual([0, ""]);
});

it("reports output that could not be written, unless its reader has ended", async () => {
  const errorOf = async (code: string) => {
    const out = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(`${code}: write`), { code })),
    });
    const streams = { stdin: process.stdin, stdout: out, stderr: new PassThrough(), env: {} };
    const terminal = processTerminal(streams as unknown as NodeJS.Process);
    terminal.out("a coupon's code");
    return terminal.outputError();
  };
  expect(await errorOf("ENOSPC")).toBe("ENOSPC: write");
  expect(await errorOf("EPIPE")).toBeNull();
});
