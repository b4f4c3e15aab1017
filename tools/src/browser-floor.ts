import { parseSync } from "oxc-parser";

/**
 * Patterns of features in a bundle that Chrome 87 or iOS 14.5 lacks and that the build neither transpiles nor
 * polyfills.
 */
const missingInScripts: readonly [feature: string, pattern: RegExp][] = [
  ["Array.prototype.at", /(?<!\.)\.at\(/],
  ["Object.hasOwn", /\bObject\.hasOwn\b/],
  ["Object.groupBy", /\b(Object|Map)\.groupBy\b/],
  ["regular expression lookbehind", /\(\?<[=!]/],
  ["structuredClone", /\bstructuredClone\b/],
  ["findLast", /\.findLast(Index)?\(/],
  ["copying array methods", /\.to(Sorted|Reversed|Spliced)\(/],
  ["Array.fromAsync", /\bArray\.fromAsync\b/],
  ["Promise.withResolvers", /\bPromise\.(withResolvers|try)\b/],
  ["crypto.randomUUID", /\.randomUUID\b/],
  ["AbortSignal.timeout", /\bAbortSignal\.(timeout|any)\b/],
  ["Temporal", /\bTemporal\./],
  ["set methods", /\.(isSubsetOf|isSupersetOf|symmetricDifference)\(/],
];

/** Patterns of features in a style sheet that Chrome 87 or iOS 14.5 lacks. */
const missingInStyles: readonly [feature: string, pattern: RegExp][] = [
  [":has()", /:has\(/],
  [":is() or :where()", /:(is|where)\(/],
  ["color-mix()", /color-mix\(/],
  ["oklch() or lab()", /\b(oklch|oklab|lch|lab)\(/],
  ["@layer", /@layer\b/],
  ["@container", /@container\b/],
  ["dynamic viewport units", /\d(d|s|l)v(h|w|min|max)\b/],
  ["media query ranges", /@media[^{]*[<>]=?/],
  ["nesting", /(^|[;{}\s])&/],
];

/** Returns the names of the features of a script that the oldest supported browsers lack. */
export function unsupportedInScript(code: string): string[] {
  const found = missingInScripts.filter(([, pattern]) => pattern.test(code)).map(([feature]) => feature);
  return awaitsAtTopLevel(code) ? [...found, "top-level await"] : found;
}

/**
 * Returns the names of the features of a style sheet that the oldest supported browsers lack. Ignores code inside
 * `@supports`, which browsers without the feature do not use.
 */
export function unsupportedInStyle(css: string): string[] {
  const plain = withoutSupports(css);
  return missingInStyles.filter(([, pattern]) => pattern.test(plain)).map(([feature]) => feature);
}

function withoutSupports(css: string): string {
  const start = css.search(/@supports\b/);
  if (start < 0) return css;
  let depth = 0;
  for (let index = css.indexOf("{", start); index >= 0 && index < css.length; index += 1) {
    if (css[index] === "{") depth += 1;
    if (css[index] === "}") depth -= 1;
    if (depth === 0) return css.slice(0, start) + withoutSupports(css.slice(index + 1));
  }
  return css.slice(0, start);
}

function awaitsAtTopLevel(code: string): boolean {
  if (!/\bawait\b/.test(code)) return false;
  const visit = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(visit);
    if (typeof node !== "object" || node === null) return false;
    const { type } = node as { type?: string };
    if (type === "AwaitExpression") return true;
    if (type?.includes("Function") || type === "MethodDefinition") return false;
    return Object.values(node).some((value) => typeof value === "object" && visit(value));
  };
  return visit(parseSync("bundle.js", code).program.body);
}
