import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Returns a text that distinguishes a process from later processes with the same ID; null if it has ended or is a
 * zombie.
 */
export function processIdentity(pid: number): string | null {
  return process.platform === "linux" ? linuxIdentity(pid) : portableIdentity(pid);
}

function linuxIdentity(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field is the program's name in parentheses; the name may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startedAtTicks] = [fields[0], fields[19]];
  if (state === "Z" || state === "X") return null;
  return `${readOrNull("/proc/sys/kernel/random/boot_id")?.trim()} ${startedAtTicks}`;
}

function portableIdentity(pid: number): string | null {
  const [state = "Z", ...startedAt] = (psOrNull("stat=,lstart=", pid) ?? "Z").trim().split(/\s+/);
  return state.startsWith("Z") ? null : startedAt.join(" ");
}

/** Returns null if the process has ended or may not be inspected. */
export function commandLineOf(pid: number): string | null {
  return process.platform === "linux"
    ? (readOrNull(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ").trim() ?? null)
    : (psOrNull("command=", pid)?.trim() ?? null);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function psOrNull(columns: string, pid: number): string | null {
  try {
    return execFileSync("ps", ["-o", columns, "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return null;
  }
}
