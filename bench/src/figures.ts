import { cpus, loadavg, totalmem } from "node:os";

/** One line of a printed table, with formatted values. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** The baseline of the same run with which `value` is compared. */
  readonly comparison?: string;
  readonly ratio?: string;
  /** The target, such as `≤ 200 ms`. */
  readonly goal?: string;
  /** Whether the target is met; omitted without a target. */
  readonly met?: boolean;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = [
    ["figure", "value", "comparison", "ratio", "goal", ""],
    ...figures.map((figure) => [
      figure.name,
      figure.value,
      figure.comparison ?? "",
      figure.ratio ?? "",
      figure.goal ?? "",
      figure.met === undefined ? "" : figure.met ? "met" : "MISSED",
    ]),
  ];
  console.log(`\n${title}`);
  printTable(rows);
}

/** Prints the rows with aligned columns. Every row has the columns of the first one, which is the heading. */
function printTable(rows: readonly (readonly string[])[]): void {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))) ?? [];
  for (const row of rows)
    console.log(`  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")}`.trimEnd());
}

/** Returns the p-quantile of unsorted samples, with p between 0 and 1; NaN without samples. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export const inMs = (ms: number): string => `${ms.toFixed(ms < 100 ? 2 : 0)} ms`;
export const formatRate = (count: number): string => `${count.toFixed(0)}/s`;
export const inPercent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** Returns lines that describe the machine and its load, on which absolute figures depend. */
export function machineLines(): string[] {
  const cores = cpus();
  const model = cores[0]?.model.trim() ?? "unknown";
  const gibibytes = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `${new Date().toISOString()}  ${cores.length} cores (${model}), ${gibibytes} GiB, ${process.platform} ${process.arch}, node ${process.version}`,
    `load before the run: ${(loadavg()[0] ?? 0).toFixed(1)} (above ${cores.length - 1}, other processes affect the results)`,
  ];
}
