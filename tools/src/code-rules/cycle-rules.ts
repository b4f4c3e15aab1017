import type { Problem } from "#source-files.ts";
import type { CodeRule } from "./code-rule.ts";

/** Refuses import cycles, including those of type imports. */
export const cycleRules: CodeRule = (code) => {
  const edges = new Map<string, string[]>();
  for (const file of code) {
    const targets = file.imports.flatMap(({ target }) => (target.kind === "file" ? [target.path] : []));
    edges.set(file.path, targets);
  }
  const problems: Problem[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const again = trail.indexOf(file);
    if (again >= 0) {
      const cycle = [...trail.slice(again), file].join(" → ");
      problems.push({ path: file, line: 1, message: `import cycle: ${cycle}` });
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return problems;
};
