import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const repositoryRoot: string = path.resolve(import.meta.dirname, "..", "..");

export const workspaces = ["contract", "server", "web", "chair", "e2e", "bench", "tools"] as const;
export type Workspace = (typeof workspaces)[number];

export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A problem that a check found. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const ignoredFolders = new Set(["node_modules", "dist", "data"]);

/** Reads every file below `folder` with a matching name, except hidden files and files in an ignored folder. */
export function readSourceFiles(root: string, folder: string, endings: RegExp): SourceFile[] {
  const found: SourceFile[] = [];
  const visit = (relative: string): void => {
    for (const entry of readdirSync(path.join(root, relative), { withFileTypes: true })) {
      if (entry.name.startsWith(".") || ignoredFolders.has(entry.name)) continue;
      const inside = `${relative}/${entry.name}`;
      if (entry.isDirectory()) visit(inside);
      else if (endings.test(entry.name)) {
        found.push({ path: inside, text: readFileSync(path.join(root, inside), "utf8") });
      }
    }
  };
  visit(folder);
  return found;
}

export function readCode(root: string): SourceFile[] {
  return workspaces.flatMap((workspace) => readSourceFiles(root, workspace, /\.(ts|tsx|mjs|css)$/));
}

/** Returns the number of the line at the offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Whether the file is a test or belongs to the support of tests. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /^(server|web)\/test\//.test(file);
}
