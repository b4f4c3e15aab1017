import type { Problem } from "#source-files.ts";
import type { CodeRule } from "./code-rule.ts";

/** Refuses import cycles, including those of type imports. */
export const cycleRules: CodeRule = (code) => {
  const edges = new Map<string, string[]>();
  for (const file of code) {
    const targets = file.imports.flatMap(({ target }) => (target.kind === "file" ? [target.path] : []));
    edges.set(file.path, targets);
  }
  return findCycles(edges).map((cycle) => ({
    path: cycle[0] as string,
    line: 1,
    message: `import cycle: ${cycle.join(" → ")}`,
  }));
};

const featureOf = (file: string): string | undefined => /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];

/** Refuses features of the server that use each other, even through files that form no import cycle. */
export const featureCycleRules: CodeRule = (code) => {
  /** By feature, the features that it imports, each with the first import. */
  const imported = new Map<string, Map<string, Omit<Problem, "message">>>();
  for (const { path, test, imports } of code) {
    const from = featureOf(path);
    if (from === undefined || test) continue;
    const targets = imported.get(from) ?? new Map<string, Omit<Problem, "message">>();
    imported.set(from, targets);
    for (const { target, line } of imports) {
      const to = target.kind === "file" ? featureOf(target.path) : undefined;
      if (to !== undefined && to !== from && !targets.has(to)) targets.set(to, { path, line });
    }
  }
  const edges = new Map([...imported].map(([from, targets]) => [from, [...targets.keys()]]));
  return findCycles(edges).flatMap((cycle) => {
    const [from = "", to = ""] = cycle.slice(-2);
    const closing = imported.get(from)?.get(to);
    return closing ? [{ ...closing, message: `features use each other: ${cycle.join(" → ")}` }] : [];
  });
};

/** Returns cycles of a graph, each of which ends with its first node. */
function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): void => {
    const again = trail.indexOf(node);
    if (again >= 0) {
      cycles.push([...trail.slice(again), node]);
      return;
    }
    if (done.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return cycles;
}
