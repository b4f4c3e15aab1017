import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What statements write to one table. */
export interface Writes {
  inserts: boolean;
  deletes: boolean;
  readonly updates: Set<string>;
}

/** Returns `text` up to the first position outside of nested brackets where `ends` matches. */
function outerText(text: string, ends: RegExp): string {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (depth === 0 && (character === ")" || character === "`" || ends.test(text.slice(index))))
      return text.slice(0, index);
    if (character === "(" || character === "{") depth += 1;
    if (character === ")" || character === "}") depth -= 1;
  }
  return text;
}

function splitOutside(text: string): string[] {
  const items: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const item = outerText(rest, /^,/);
    items.push(item.trim());
    rest = rest.slice(item.length + 1);
  }
  return items;
}

/** Returns the columns of the list that follows SET; resolves a fragment by its declaration in the same file. */
function columnsSet(source: string, afterSet: string): string[] {
  return splitOutside(outerText(afterSet, /^\s(FROM|WHERE|RETURNING)\s/)).flatMap((item) => {
    const fragment = /^\$\{(\w+)\}$/.exec(item)?.[1];
    if (fragment !== undefined) {
      const declared = new RegExp(`const ${fragment} = sql\`([^\`]*\`)`).exec(source)?.[1];
      if (declared === undefined) throw new Error(`the columns of ${item} are not known`);
      return columnsSet(source, declared);
    }
    const [, names, name] = /^(?:\(([\w\s,]+)\)|(\w+))\s*=/.exec(item) ?? [];
    if (names === undefined && name === undefined) throw new Error(`no column is set by ${item}`);
    return (names ?? (name as string)).split(",").map((column) => column.trim());
  });
}

/** Returns what the SQL in the TypeScript files of a folder writes, by table. */
export function writesOf(folder: string, { except }: { readonly except: readonly string[] }) {
  const tables = new Map<string, Writes>();
  const writesTo = (table: string): Writes => {
    const known = tables.get(table) ?? { inserts: false, deletes: false, updates: new Set<string>() };
    tables.set(table, known);
    return known;
  };
  for (const file of globSync("**/*.ts", { cwd: folder, exclude: ["**/*.test.ts", ...except] })) {
    const source = readFileSync(join(folder, file), "utf8").replaceAll(/^\s*--.*$/gm, "");
    for (const { 1: table } of source.matchAll(/\bINSERT\s+INTO\s+(\w+)/g))
      writesTo(table as string).inserts = true;
    for (const { 1: table } of source.matchAll(/\bDELETE\s+FROM\s+(\w+)/g))
      writesTo(table as string).deletes = true;
    const updates = source.matchAll(
      /\bUPDATE\s+(?!SET\b)(\w+)(?:\s+(?:AS\s+)?\w+)?\s+SET\b|\bDO\s+UPDATE\s+SET\b/g,
    );
    for (const { 0: matched, 1: named, index } of updates) {
      const table = named ?? [...source.slice(0, index).matchAll(/\bINSERT\s+INTO\s+(\w+)/g)].at(-1)?.[1];
      const { updates: columns } = writesTo(table as string);
      for (const column of columnsSet(source, source.slice(index + matched.length))) columns.add(column);
    }
  }
  return tables;
}
