import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface MovableClock {
  /** Environment variables of a process that uses this clock. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the processes' time of day relative to the machine's time; negative values set it back. */
  set(aheadSeconds: number): Promise<void>;
}

/** Changes the time of day of other processes with the installed libfaketime. Timers and timeouts are unaffected. */
export async function openMovableClock(folder: string): Promise<MovableClock> {
  const file = join(folder, "clock");
  const set = (aheadSeconds: number) =>
    writeFile(file, `${aheadSeconds < 0 ? "" : "+"}${aheadSeconds}\n`, { mode: 0o644 });
  await set(0);
  return {
    env: {
      ...preloading(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    set,
  };
}

/** Returns the variables that load libfaketime. They differ among systems, so its program `faketime` provides them. */
function preloading(): Record<string, string> {
  const program = process.env["FAKETIME_PATH"] ?? "faketime";
  const printEnv = "process.stdout.write(JSON.stringify(process.env))";
  const { stdout, error } = spawnSync(program, ["-f", "+0", process.execPath, "-e", printEnv], {
    encoding: "utf8",
  });
  if (!stdout) throw new Error(`${program} does not start: ${error?.message}`);
  return Object.fromEntries(
    Object.entries(JSON.parse(stdout) as Record<string, string>).filter(([name]) =>
      /^(LD_PRELOAD|DYLD_\w+)$/.test(name),
    ),
  );
}
