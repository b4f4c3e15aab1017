import { parseSync } from "oxc-parser";
import { type SourceFile, lineAt, readCode } from "./source-files.ts";

/** The title of a test, or of a group of tests. */
export interface TestTitle {
  readonly path: string;
  readonly line: number;
  /** Each expression of a template literal is replaced by `…`. */
  readonly title: string;
  /** IDs of the requirements that the title names. */
  readonly ids: readonly string[];
}

const declaring = new Set(["it", "test", "describe"]);

/** Reads the titles of all tests of the repository. */
export const readAllTestTitles = (root: string): TestTitle[] =>
  readCode(root)
    .filter((file) => /\.test\.tsx?$/.test(file.path))
    .flatMap(readTestTitles);

/** Reads the titles of tests from the syntax tree of a file, so that strings in fixtures are ignored. */
export function readTestTitles(file: SourceFile): TestTitle[] {
  const { program } = parseSync(file.path, file.text);
  const found: TestTitle[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isNode(node)) return;
    const title = titleOf(node);
    if (title !== null) {
      found.push({ path: file.path, line: lineAt(file.text, node.start), title, ids: idsIn(title) });
    }
    for (const value of Object.values(node)) if (typeof value === "object") visit(value);
  };
  visit(program);
  return found;
}

/** `[START-5]`, `[START-5, G-3]`, and `[START-5] [G-3]` all name the requirements of a test. */
function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z][A-Z0-9]*-\d+(?:[\s,]+[A-Z][A-Z0-9]*-\d+)*)\]/g)].flatMap((match) =>
    (match[1] ?? "").split(/[\s,]+/),
  );
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Returns the title of the test or group that the node declares; null for other nodes. */
function titleOf(node: SyntaxNode): string | null {
  if (node.type !== "CallExpression" || !Array.isArray(node.arguments)) return null;
  if (!declaring.has(rootName(node.callee))) return null;
  const first: unknown = node.arguments[0];
  if (!isNode(first)) return null;
  if (first.type === "Literal" && typeof first.value === "string") return first.value;
  if (first.type !== "TemplateLiteral" || !Array.isArray(first.quasis)) return null;
  return first.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join("…");
}

/** The name at the root of a call, such as `it` of `it.each(table)(…)`. */
function rootName(callee: unknown): string {
  if (!isNode(callee)) return "";
  if (callee.type === "Identifier") return String(callee.name);
  if (callee.type === "MemberExpression") return rootName(callee.object);
  if (callee.type === "CallExpression") return rootName(callee.callee);
  return callee.type === "TaggedTemplateExpression" ? rootName(callee.tag) : "";
}
