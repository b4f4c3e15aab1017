import { cpus, loadavg, totalmem } from "node:os";

/** Returns lines that describe the machine, because absolute figures depend on it. */
export function machineLines(): string[] {
  const cores = cpus();
  const model = cores[0]?.model.trim() ?? "unknown";
  const gibibytes = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `${new Date().toISOString()}  ${cores.length} cores (${model}), ${gibibytes} GiB, ${process.platform} ${process.arch}, node ${process.version}`,
    `load before the run: ${(loadavg()[0] ?? 0).toFixed(1)} (above ${cores.length - 1}, others use what is measured)`,
  ];
}
