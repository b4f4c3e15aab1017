import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** A program of the system that tests need and npm does not bring. */
interface SystemProgram {
  readonly title: string;
  /** What it is called, in the order of preference. */
  readonly names: readonly string[];
  readonly elsewhere: readonly string[];
  readonly versionOption: string;
  /** What it exits with after printing its version; 0 where this is not given. */
  readonly versionStatus?: number;
  /** The environment variable that names one. */
  readonly setting: string;
  readonly debianPackages: string;
  readonly homebrew: string;
}

export const chromium: SystemProgram = {
  title: "Chromium",
  names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  elsewhere: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ],
  versionOption: "--version",
  setting: "CHROMIUM_PATH",
  debianPackages: "chromium fonts-noto-cjk",
  homebrew: "--cask chromium",
};

/** Chromium without a window: it draws the same pages with a fraction of the CPU time. */
export const headlessShell: SystemProgram = {
  title: "Chromium's headless shell",
  names: ["chromium-headless-shell", "chrome-headless-shell"],
  elsewhere: [],
  versionOption: "--version",
  setting: "CHROMIUM_SHELL_PATH",
  debianPackages: "chromium-headless-shell",
  homebrew: "--cask chromium",
};

export const ffmpeg: SystemProgram = {
  title: "ffmpeg",
  names: ["ffmpeg"],
  elsewhere: [],
  versionOption: "-version",
  setting: "FFMPEG_PATH",
  debianPackages: "ffmpeg",
  homebrew: "ffmpeg",
};

export const mosquitto: SystemProgram = {
  title: "Mosquitto",
  names: ["mosquitto"],
  elsewhere: ["/usr/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto"],
  versionOption: "-h",
  versionStatus: 3,
  setting: "MOSQUITTO_PATH",
  debianPackages: "mosquitto",
  homebrew: "mosquitto",
};

export const faketime: SystemProgram = {
  title: "faketime",
  names: ["faketime"],
  elsewhere: [],
  versionOption: "--version",
  setting: "FAKETIME_PATH",
  debianPackages: "faketime",
  homebrew: "libfaketime",
};

export const nginx: SystemProgram = {
  title: "nginx",
  names: ["nginx"],
  elsewhere: ["/usr/sbin/nginx", "/opt/homebrew/bin/nginx"],
  versionOption: "-v",
  setting: "NGINX_PATH",
  debianPackages: "nginx-light",
  homebrew: "nginx",
};

/** Its programs are in the folder of `initdb`, which Debian does not add to the PATH. */
export const postgres: SystemProgram = {
  title: "PostgreSQL",
  names: ["initdb"],
  elsewhere: ["18", "17", "16", "15"].flatMap((version) => [
    `/usr/lib/postgresql/${version}/bin/initdb`,
    `/opt/homebrew/opt/postgresql@${version}/bin/initdb`,
  ]),
  versionOption: "--version",
  setting: "POSTGRES_INITDB_PATH",
  debianPackages: "postgresql",
  homebrew: "postgresql@17",
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The path of one that starts, or null: the setting's first, then what the PATH and the usual places hold. */
export function findProgram(program: SystemProgram, env: Environment): string | null {
  const { names, elsewhere, setting } = program;
  const folders = (env["PATH"] ?? "").split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const named = env[setting];
  const candidates = named ? [named] : [...onPath, ...elsewhere];
  return candidates.find((file) => existsSync(file) && printsVersion(file, program)) ?? null;
}

/** Some systems put a launcher of that name on the PATH which only prints how to install the program. */
function printsVersion(file: string, { versionOption, versionStatus = 0 }: SystemProgram): boolean {
  const { status, stdout, stderr } = spawnSync(file, [versionOption], { encoding: "utf8", timeout: 20_000 });
  // nginx prints its version on standard error.
  return status === versionStatus && /\d+\.\d+/.test(stdout + stderr);
}

/** Finds a program or installs it, which it may as root on Debian; throws with the command that does otherwise. */
export function provideProgram(program: SystemProgram, env: Environment = process.env): string {
  const { title, setting } = program;
  const found = findProgram(program, env);
  if (found) return found;
  if (env[setting]) throw new Error(`${setting} names no ${title} that starts: ${env[setting]}`);
  const install = `apt-get update && apt-get install -y --no-install-recommends ${program.debianPackages}`;
  const debian = existsSync("/etc/debian_version") && existsSync("/usr/bin/apt-get");
  if (debian && process.getuid?.() === 0) {
    console.log(`Installing ${title} for the tests …`);
    spawnSync("sh", ["-c", install], {
      stdio: ["ignore", "ignore", "inherit"],
      // A package's own service is not started (RUNLEVEL): the tests start what they need.
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    });
    const installed = findProgram(program, env);
    if (installed) return installed;
  }
  const command = debian ? `sudo sh -c '${install}'` : commandElsewhere(program);
  throw new Error(`The tests need ${title}. To install it: ${command}`);
}

/** As `provideProgram`, or null where the tests do without it. */
export function provideOptionalProgram(
  program: SystemProgram,
  env: Environment = process.env,
): string | null {
  try {
    return provideProgram(program, env);
  } catch (error) {
    // A setting that names none is a mistake, not an absence.
    if (env[program.setting]) throw error;
    console.log(`Without ${program.title}: the tests take longer.`);
    return null;
  }
}

function commandElsewhere({ title, homebrew, setting }: SystemProgram): string {
  if (process.platform === "darwin") return `brew install ${homebrew}`;
  return `your system's package of ${title}, or set ${setting} to one that is there`;
}
