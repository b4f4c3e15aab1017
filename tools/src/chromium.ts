import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const elsewhere = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export interface Surroundings {
  readonly CHROMIUM_PATH?: string | undefined;
  readonly PATH?: string | undefined;
}

/** A Chromium that starts, or null: `CHROMIUM_PATH` first, then what the PATH and the usual places hold. */
export function findChromium({ CHROMIUM_PATH, PATH = "" }: Surroundings): string | null {
  const onPath = names.flatMap((name) => PATH.split(path.delimiter).map((folder) => path.join(folder, name)));
  const candidates = CHROMIUM_PATH ? [CHROMIUM_PATH] : [...onPath, ...elsewhere];
  return candidates.find((file) => existsSync(file) && answers(file)) ?? null;
}

/** Some systems put a launcher of that name on the PATH which only tells how to install the browser. */
function answers(file: string): boolean {
  const { status, stdout } = spawnSync(file, ["--version"], { encoding: "utf8", timeout: 20_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

const install = "apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-cjk";

/** Finds a Chromium or installs one where that is ours to do; otherwise says the one command that does. */
export function provideChromium(env: Surroundings = process.env): string {
  const found = findChromium(env);
  if (found) return found;
  if (env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH names no Chromium that starts: ${env.CHROMIUM_PATH}`);
  const debian = existsSync("/etc/debian_version") && existsSync("/usr/bin/apt-get");
  if (debian && process.getuid?.() === 0) {
    console.log("Installing Chromium for the tests in a browser …");
    spawnSync("sh", ["-c", install], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const installed = findChromium(env);
    if (installed) return installed;
  }
  throw new Error(`The tests in a browser need a Chromium. This brings one: ${commandFor(debian)}`);
}

function commandFor(debian: boolean): string {
  if (debian) return `sudo sh -c '${install}'`;
  if (process.platform === "darwin") return "brew install --cask chromium";
  return "your system's package of chromium, or set CHROMIUM_PATH to one that is there";
}
