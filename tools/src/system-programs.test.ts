import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  chromium,
  ffmpeg,
  findProgram,
  headlessShell,
  mosquitto,
  nginx,
  provideOptionalProgram,
  provideProgram,
} from "./system-programs.ts";

const folder = mkdtempSync(path.join(tmpdir(), "reposo chromium "));
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, script: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe("finding a program of the system", () => {
  it("skips a launcher that only prints how to install the program", () => {
    program("launcher/chromium-browser", "echo 'please install' >&2; exit 1");
    const real = program("real/google-chrome", "echo 'Google Chrome 156.0.1'");
    const PATH = [path.join(folder, "launcher"), path.dirname(real)].join(path.delimiter);
    expect(findProgram(chromium, { PATH })).toBe(real);
  });

  it("uses the program of the setting, and no other program if that one fails", () => {
    const named = program("named/my browser", "echo 'Chromium 156.0.1'");
    expect(findProgram(chromium, { CHROMIUM_PATH: named, PATH: "" })).toBe(named);
    const absent = path.join(folder, "absent");
    expect(() => provideProgram(chromium, { CHROMIUM_PATH: absent, PATH: process.env.PATH })).toThrow(
      "CHROMIUM_PATH",
    );
  });
  it("returns an optional program that it finds, and fails if its setting names a missing file", () => {
    const shell = program("shell/chrome-headless-shell", "echo 'Google Chrome for Testing 156.0.1'");
    expect(provideOptionalProgram(headlessShell, { PATH: path.dirname(shell) })).toBe(shell);
    const absent = path.join(folder, "absent");
    expect(() => provideOptionalProgram(headlessShell, { CHROMIUM_SHELL_PATH: absent, PATH: "" })).toThrow(
      "CHROMIUM_SHELL_PATH",
    );
  });

  it("queries the version of each program with the option of that program", () => {
    const strict = program("strict/ffmpeg", '[ "$1" = -version ] && echo "ffmpeg version 5.1"');
    expect(findProgram(ffmpeg, { PATH: path.dirname(strict) })).toBe(strict);
  });

  it("finds a program that prints its version on standard error", () => {
    const proxy = program("proxy/nginx", "echo 'nginx version: nginx/1.22.1' >&2");
    expect(findProgram(nginx, { PATH: path.dirname(proxy) })).toBe(proxy);
  });

  it("finds a program whose exit code after printing its version is not 0", () => {
    const broker = program("broker/mosquitto", "echo 'mosquitto version 2.0.11'; exit 3");
    expect(findProgram(mosquitto, { PATH: path.dirname(broker) })).toBe(broker);
  });
});
