import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** A system program that tests need and npm does not install. */
interface SystemProgram {
  readonly title: string;
  /** Names of the program, in the order of preference. */
  readonly names: readonly string[];
  /** Further paths of the program, because its folder may be missing from the PATH. */
  readonly otherPaths?: readonly string[];
  /** Option that prints the version; `--version` by default. */
  readonly versionOption?: string;
  /** Exit code after printing the version; 0 by default. */
  readonly versionStatus?: number;
  /** The environment variable with the path of the program. */
  readonly setting: string;
  /** Debian packages that install the program, separated by spaces. */
  readonly debianPackages: string;
  /** Arguments of `brew install`. */
  readonly homebrew: string;
}

export const chromium: SystemProgram = {
  title: "Chromium",
  names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  otherPaths: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ],
  setting: "CHROMIUM_PATH",
  debianPackages: "chromium fonts-noto-cjk",
  homebrew: "--cask chromium",
};

/** A Chromium build without a user interface, which renders the same pages with a fraction of the CPU time. */
export const headlessShell: SystemProgram = {
  title: "Chromium's headless shell",
  names: ["chromium-headless-shell", "chrome-headless-shell"],
  setting: "CHROMIUM_SHELL_PATH",
  debianPackages: "chromium-headless-shell",
  homebrew: "--cask chromium",
};

export const ffmpeg: SystemProgram = {
  title: "ffmpeg",
  names: ["ffmpeg"],
  versionOption: "-version",
  setting: "FFMPEG_PATH",
  debianPackages: "ffmpeg",
  homebrew: "ffmpeg",
};

export const mosquitto: SystemProgram = {
  title: "Mosquitto",
  names: ["mosquitto"],
  otherPaths: ["/usr/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto"],
  versionOption: "-h",
  versionStatus: 3,
  setting: "MOSQUITTO_PATH",
  debianPackages: "mosquitto",
  homebrew: "mosquitto",
};

export const faketime: SystemProgram = {
  title: "faketime",
  names: ["faketime"],
  setting: "FAKETIME_PATH",
  debianPackages: "faketime",
  homebrew: "libfaketime",
};

export const nginx: SystemProgram = {
  title: "nginx",
  names: ["nginx"],
  otherPaths: ["/usr/sbin/nginx", "/opt/homebrew/bin/nginx"],
  versionOption: "-v",
  setting: "NGINX_PATH",
  debianPackages: "nginx-light",
  homebrew: "nginx",
};

export const pgBouncer: SystemProgram = {
  title: "PgBouncer",
  names: ["pgbouncer"],
  otherPaths: ["/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer"],
  setting: "PGBOUNCER_PATH",
  debianPackages: "pgbouncer",
  homebrew: "pgbouncer",
};

/**
 * Identified by `initdb`; the other programs of PostgreSQL are in the same folder, which Debian does not add to the
 * PATH.
 */
export const postgres: SystemProgram = {
  title: "PostgreSQL",
  names: ["initdb"],
  otherPaths: ["18", "17", "16", "15"].flatMap((version) => [
    `/usr/lib/postgresql/${version}/bin/initdb`,
    `/opt/homebrew/opt/postgresql@${version}/bin/initdb`,
  ]),
  setting: "POSTGRES_INITDB_PATH",
  debianPackages: "postgresql",
  homebrew: "postgresql@17",
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the path of a working program, or null: only the path in `setting` if that is set, otherwise the first match
 * on the PATH or in `otherPaths`.
 */
export function findProgram(program: SystemProgram, env: Environment): string | null {
  const { names, otherPaths = [], setting } = program;
  const folders = (env["PATH"] ?? "").split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const named = env[setting];
  const candidates = named ? [named] : [...onPath, ...otherPaths];
  return candidates.find((file) => existsSync(file) && printsVersion(file, program)) ?? null;
}

/**
 * Whether the file is the program. Some systems have a launcher of the same name that only prints how to install the
 * program.
 */
function printsVersion(
  file: string,
  { versionOption = "--version", versionStatus = 0 }: SystemProgram,
): boolean {
  const { status, stdout, stderr } = spawnSync(file, [versionOption], { encoding: "utf8", timeout: 20_000 });
  // nginx prints its version on standard error.
  return status === versionStatus && /\d+\.\d+/.test(stdout + stderr);
}

/**
 * Returns the path of a program. As root on Debian, installs a missing program first.
 * @throws Error with the command that installs the program, or if the program's setting contains a wrong path
 */
export function provideProgram(program: SystemProgram, env: Environment = process.env): string {
  const { title, setting } = program;
  const found = findProgram(program, env);
  if (found) return found;
  if (env[setting]) throw new Error(`${setting} is not the path of a working ${title}: ${env[setting]}`);
  const install = `apt-get update && apt-get install -y --no-install-recommends ${program.debianPackages}`;
  const debian = existsSync("/etc/debian_version") && existsSync("/usr/bin/apt-get");
  if (debian && process.getuid?.() === 0) {
    console.log(`Installing ${title} for the tests …`);
    spawnSync("sh", ["-c", install], {
      stdio: ["ignore", "ignore", "inherit"],
      // RUNLEVEL prevents a package from starting its service, because the tests start the services that they need.
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    });
    const installed = findProgram(program, env);
    if (installed) return installed;
  }
  const command = debian ? `sudo sh -c '${install}'` : commandElsewhere(program);
  throw new Error(`The tests need ${title}. To install it: ${command}`);
}

/**
 * Like `provideProgram`, but returns null if the program is missing and cannot be installed.
 * @throws Error if the program's setting contains a wrong path
 */
export function provideOptionalProgram(
  program: SystemProgram,
  env: Environment = process.env,
): string | null {
  try {
    return provideProgram(program, env);
  } catch (error) {
    // A setting with a wrong path is a mistake of the user, not a missing program.
    if (env[program.setting]) throw error;
    console.log(`${program.title} is missing: the tests take longer.`);
    return null;
  }
}

function commandElsewhere({ title, homebrew, setting }: SystemProgram): string {
  if (process.platform === "darwin") return `brew install ${homebrew}`;
  return `your system's package of ${title}, or set ${setting} to the path of an installed one`;
}
