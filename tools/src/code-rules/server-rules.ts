import type { Import } from "#imports.ts";
import type { Problem } from "#source-files.ts";
import { type Code, type CodeRule, checkImports, checkLines } from "./code-rule.ts";

const layers = ["platform", "chairs", "features", "app", "process"] as const;
type Layer = (typeof layers)[number];

/**
 * Returns the layer of a file. The command line and the demo are processes like `main.ts`: they may import every layer,
 * and no other layer may import them.
 */
function layerOf(file: string): Layer {
  const folder = file.split("/")[2] ?? "";
  if (folder === "main.ts" || folder === "cli" || folder === "demo") return "process";
  return layers.find((each) => each === folder) ?? "app";
}

function featureOf(file: string): string | null {
  return /^server\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
}

const ownFolder = ".";

/**
 * The sub-domains of each feature, lowest first: each imports only itself and those before it. `ownFolder` stands for
 * the files directly in the feature's folder; where it is missing, sub-domains share some of these files.
 */
const subDomains: Record<string, readonly string[]> = {
  alerts: ["usual-income", "detection"],
  audit: ["checks"],
  devices: ["credentials", "presence", "configuration", "actions", "page"],
  feedback: ["gift-coupons", ownFolder],
  login: ["sessions", "passwords", "accounts"],
  orders: [
    "record",
    "benefits",
    "refunds",
    "transfers",
    "disputes",
    "views",
    "transitions",
    "placement",
    "extensions",
    "execution",
    "coins",
    "listing",
    ownFolder,
  ],
  outlets: ["opening-hours"],
  payments: ["refunds", "disputes", "comparison"],
  uploads: ["policy", "sanitising", "ingest", "serving", "store"],
};

function subDomainOf(file: string): string {
  return /^server\/src\/features\/[^/]+\/([^/]+)\//.exec(file)?.[1] ?? ownFolder;
}

/** The purpose of a file of a feature, which follows from the file's name. */
type Role = "index" | "routes" | "store" | "rules" | "view" | "use case";

function roleOf(file: string): Role {
  if (file.endsWith("/index.ts")) return "index";
  if (file.endsWith("-routes.ts")) return "routes";
  if (file.endsWith("-store.ts")) return "store";
  if (file.endsWith("-rules.ts")) return "rules";
  return file.endsWith("-view.ts") ? "view" : "use case";
}

/** The roles of other files of the same feature that a file of a role may import. */
const mayImport: Record<Role, readonly Role[]> = {
  index: ["index", "routes", "store", "rules", "view", "use case"],
  routes: ["index", "routes", "rules", "view", "use case"],
  "use case": ["index", "store", "rules", "view", "use case"],
  view: ["store", "rules", "view", "use case"],
  store: ["store", "rules", "view", "use case"],
  rules: ["rules"],
};

function productCode(code: readonly Code[]): Code[] {
  return code.filter((file) => file.path.startsWith("server/src/") && !file.test);
}

/** Layers import in one direction, and features import each other through their index.ts. */
export const serverLayers: CodeRule = (code) =>
  checkImports(productCode(code), (file, { target }) => {
    if (target.kind !== "file" || target.workspace !== "server") return null;
    if (target.path.startsWith("server/test/")) return "the server may not import its tests' support";
    const [from, to] = [layerOf(file.path), layerOf(target.path)];
    if (layers.indexOf(to) > layers.indexOf(from)) return `${from} may not import ${to}`;
    return featureBoundary(file, target.path);
  });

function featureBoundary(file: Code, target: string): string | null {
  const feature = featureOf(target);
  if (feature === null || feature === featureOf(file.path) || roleOf(target) === "index") return null;
  const wiring = layerOf(file.path) === "app" && roleOf(target) === "routes";
  return wiring ? null : `import features/${feature} through its index.ts`;
}

/** Sub-domains of a feature import each other in one direction only. */
export const subDomainRules: CodeRule = (code) =>
  checkImports(productCode(code), (file, { target }) => {
    const feature = featureOf(file.path);
    if (target.kind !== "file" || feature === null || featureOf(target.path) !== feature) return null;
    const [from, to] = [subDomainOf(file.path), subDomainOf(target.path)];
    const order = subDomains[feature] ?? [];
    const unlisted = [from, to].filter((each) => !order.includes(each));
    const missing = unlisted.find((each) => each !== ownFolder);
    if (missing !== undefined) return `list ${feature}/${missing} in subDomains of server-rules.ts`;
    return unlisted.length > 0 || order.indexOf(to) <= order.indexOf(from)
      ? null
      : `${feature}/${from} may not import ${feature}/${to}, which is above it in subDomains of server-rules.ts`;
  });

/** Restricts imports within a feature by `mayImport`, and the imports of rules to pure modules. */
export const featureRoles: CodeRule = (code) =>
  checkImports(productCode(code), (file, each) => {
    const feature = featureOf(file.path);
    if (feature === null) return null;
    const role = roleOf(file.path);
    if (role === "rules") return rulesProblem(feature, each);
    // Type imports within a feature are allowed, because they do not exist at run time and routes need the types of
    // results.
    if (each.typeOnly || each.target.kind !== "file" || featureOf(each.target.path) !== feature) return null;
    const targetRole = roleOf(each.target.path);
    return mayImport[role].includes(targetRole)
      ? null
      : `a file of role '${role}' may not import one of role '${targetRole}'`;
  });

/** Modules of the platform that contain only pure functions, of instants and time zones. */
const calendar = ["server/src/platform/time/calendar.ts", "server/src/platform/time/opening-hours.ts"];

function rulesProblem(feature: string, { target }: Import): string | null {
  if (target.kind === "file") {
    if (target.workspace === "contract" || calendar.includes(target.path)) return null;
    if (featureOf(target.path) === feature && roleOf(target.path) === "rules") return null;
  }
  return "rules are pure: they import the contract, the calendar, and other rules of their feature, nothing else";
}

function isPlatform(file: Code): boolean {
  return layerOf(file.path) === "platform";
}

interface UsageRule {
  /** Message for a file that breaks the rule. */
  readonly what: string;
  readonly packages: RegExp;
  /** A file whose import is restricted like that of the packages. */
  readonly file?: string;
  /** Whether the file may import the packages. */
  readonly may: (file: Code, typeOnly: boolean) => boolean;
}

const restrictions: readonly UsageRule[] = [
  {
    what: "only stores and platform may contain SQL: move it to a *-store.ts",
    packages: /^pg$/,
    file: "server/src/platform/postgres/sql.ts",
    // Code outside features passes connection settings to the database, so it may import their type.
    may: (file, typeOnly) =>
      isPlatform(file) || roleOf(file.path) === "store" || (typeOnly && featureOf(file.path) === null),
  },
  {
    what: "only routes, app.ts and platform may use the HTTP framework",
    packages: /^(fastify|@fastify\/.+)$/,
    may: (file) => isPlatform(file) || layerOf(file.path) === "app" || roleOf(file.path) === "routes",
  },
  {
    what: "only chairs and platform/mqtt may use MQTT",
    packages: /^(mqtt|mqtt-packet|aedes)$/,
    may: ({ path }) => /^server\/src\/(chairs|platform\/mqtt)\//.test(path),
  },
];

/** Restricts imports of the database driver, the HTTP framework, and MQTT to the files that may use them. */
export const usageRules: CodeRule = (code) =>
  checkImports(productCode(code), (file, { target, typeOnly }) => {
    const isOf = ({ packages, file: path }: UsageRule) =>
      target.kind === "package" ? packages.test(target.name) : target.kind === "file" && target.path === path;
    const broken = restrictions.find((each) => isOf(each) && !each.may(file, typeOnly));
    return broken?.what ?? null;
  });

const sqlCall = /\bsql(<[^`]*>)?`|\bsql\.raw\(|\.query(<[^(]*>)?\(\s*[`"']/;

/** Refuses SQL outside stores and the platform. */
export const sqlRules: CodeRule = (code): Problem[] =>
  productCode(code)
    .filter((file) => !isPlatform(file) && roleOf(file.path) !== "store")
    .flatMap((file) =>
      checkLines(file, sqlCall, "only stores and platform may contain SQL: move it to a *-store.ts"),
    );

const ownTime = /\bDate\.now\(\)|\bnew Date\(\)|\bTemporal\.Now\b/;

/** Files that may read the system time: the clock, and files that wait for other processes. */
const mayReadSystemTime =
  /^server\/src\/platform\/(time\/clock|postgres\/(embedded\/[\w-]+|open-database)|mqtt\/embedded-[\w-]+|processes\/processes|files\/data-folder)\.ts$/;

/** Refuses the system time outside the layer `process`, because tests control the time through the clock. */
export const clockRules: CodeRule = (code): Problem[] =>
  productCode(code)
    .filter((file) => layerOf(file.path) !== "process" && !mayReadSystemTime.test(file.path))
    .flatMap((file) =>
      checkLines(file, ownTime, "take the time from the clock: pass a Clock of #platform/time/clock.ts"),
    );
