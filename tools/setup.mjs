// Brings a clone to where everything runs: `node tools/setup.mjs [web]`. Plain JavaScript on built-ins,
// because it runs under whatever Node the machine has, before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { nodePath } from "./node-path.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const wantedNode = 26;

if (Number(process.versions.node.split(".")[0]) < 18) {
  fail(`This needs Node 18 or newer to begin with; this is ${process.version}.`);
}
await install();
if (process.argv.includes("web")) await buildWeb();

async function install() {
  const lock = readFileSync(path.join(root, "package-lock.json"));
  const stampFile = path.join(root, "node_modules", ".reposo-installed");
  const stamp = `${process.platform}-${process.arch} ${sha256(lock)}`;
  if (readIfThere(stampFile) === stamp) return;
  if (!isInstalled(lock)) {
    const [command, ...start] = npmCommand();
    // A production environment would leave out what builds the web.
    const ci = [...start, "ci", "--include=dev", "--include=optional"];
    await run("Installing what the lockfile names (about half a minute)", command, ci, root);
  }
  checkNode();
  writeFileSync(stampFile, stamp);
}

/** True where `npm install` has already brought exactly what the lockfile says, so that `npm ci` would change nothing. */
function isInstalled(lock) {
  const hidden = readIfThere(path.join(root, "node_modules", ".package-lock.json"));
  if (hidden === null) return false;
  const wanted = JSON.parse(lock.toString("utf8")).packages;
  const present = JSON.parse(hidden).packages;
  for (const [name, entry] of Object.entries(wanted)) {
    if (!name.includes("node_modules/") || entry.link) continue;
    if (present[name] ? present[name].integrity !== entry.integrity : !entry.optional) return false;
  }
  return Object.keys(present).every((name) => name in wanted) && nodePath(root) !== null;
}

function checkNode() {
  const own = nodePath(root);
  const version = spawnSync(own ?? "node", ["--version"], { encoding: "utf8" }).stdout ?? "";
  if (version.startsWith(`v${wantedNode}.`)) return;
  const machine = `${process.platform} ${process.arch}`;
  fail(
    own
      ? `The Node that came with the lockfile does not run on this ${machine} machine: ${own}`
      : `The lockfile brings no Node for ${machine}. Put Node ${wantedNode} on the PATH and run this again.`,
  );
}

async function buildWeb() {
  const output = path.join(root, "web", "dist");
  const stampFile = path.join(root, ".cache", "web-inputs");
  const inputs = hashOf(["web", "contract/src", "package-lock.json", "tsconfig.base.json"]);
  if (existsSync(output) && readIfThere(stampFile) === inputs) return;
  rmSync(stampFile, { force: true });
  const [command, ...start] = npmCommand();
  await run("Building the web", command, [...start, "run", "build", "--silent", "-w", "web"], root);
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

/** npm's own Node runs npm: ours is about to be replaced while npm works, or is not there yet. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return [process.env.npm_node_execpath || process.execPath, cli];
  return ["npm"];
}

async function run(title, command, args, cwd) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  console.error(`${title} …`);
  const ticker = setInterval(() => console.error(`  still at it, ${seconds()} s`), 10_000);
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    shell: command === "npm" && process.platform === "win32",
  });
  const said = [];
  child.stdout.on("data", (chunk) => said.push(chunk));
  child.stderr.on("data", (chunk) => said.push(chunk));
  const outcome = await new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  clearInterval(ticker);
  if (outcome === 0) {
    console.error(`  done in ${seconds()} s`);
    return;
  }
  process.stderr.write(Buffer.concat(said));
  fail(`${title}: it ended with ${outcome}.`);
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
