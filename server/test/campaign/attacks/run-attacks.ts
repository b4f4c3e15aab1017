import { setTimeout as delay } from "node:timers/promises";
import type { SecurityEvent } from "#platform/logging/security-log.ts";
import type { Attack, AttackOutcome, AttackWorld } from "./attack-world.ts";
import { type Measured, measureDuring } from "./measure-server.ts";

/** The outcome of one attack; null for `outcome` if it threw, and for `measured` if the measurement threw. */
export interface AttackLine {
  readonly name: string;
  /** Null: p99 has no limit. */
  readonly maxP99Ms: number | null;
  readonly outcome: AttackOutcome | null;
  readonly measured: Measured | null;
  /** Events that the attack must leave, but that the server did not record during the attack. */
  readonly missingEvents: readonly SecurityEvent[];
  readonly error: Error | null;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Starts counting the recorded events; the returned function returns those that were not recorded since. */
async function watchEvents(
  world: AttackWorld,
  events: readonly SecurityEvent[],
): Promise<() => Promise<SecurityEvent[]>> {
  const before = await Promise.all(events.map((event) => world.countOf(event)));
  return async () => {
    // The server records a refused call after it has sent the response.
    for (let poll = 0; ; poll += 1) {
      const after = await Promise.all(events.map((event) => world.countOf(event)));
      const missing = events.filter((_, index) => after[index] === before[index]);
      if (missing.length === 0 || poll === 50) return missing;
      await delay(100);
    }
  };
}

async function runAttack(
  world: AttackWorld,
  attack: Attack,
  count: number,
  minDurationMs: number,
): Promise<AttackLine> {
  const { name, run, leaves = [] } = attack;
  const maxP99Ms = attack.maxP99Ms ?? null;
  try {
    const missing = await watchEvents(world, leaves);
    const { result, measured } = await measureDuring(world, minDurationMs, () =>
      run(world, count).then(
        (outcome) => ({ outcome, error: null }),
        // Caught here, so that the response times and the memory during a failed attack are measured too.
        (error: unknown) => ({ outcome: null, error: asError(error) }),
      ),
    );
    return { name, maxP99Ms, ...result, measured, missingEvents: await missing() };
  } catch (error) {
    return { name, maxP99Ms, outcome: null, measured: null, missingEvents: [], error: asError(error) };
  }
}

export function printLine({ name, outcome, error }: AttackLine): void {
  if (error) console.error(`${name}: failed:`, error);
  else console.log(`${name}: ${outcome?.attempts} attempts, ${outcome?.accepted} accepted`);
}

/** Runs all attacks one after another, also if one throws, and calls `onEnd` after each. */
export async function runAttacks(
  world: AttackWorld,
  attacks: readonly Attack[],
  count: number,
  minDurationMs: number,
  onEnd: (line: AttackLine) => void = () => {},
): Promise<AttackLine[]> {
  const lines: AttackLine[] = [];
  for (const attack of attacks) {
    const line = await runAttack(world, attack, count, minDurationMs);
    lines.push(line);
    onEnd(line);
  }
  return lines;
}

/** Returns the lines as a table below the figures of a run without attacks. */
export function tableOf(baseline: Measured, lines: readonly AttackLine[]): string {
  const undisturbed = { name: "undisturbed", outcome: null, measured: baseline, error: null };
  const rows = [undisturbed, ...lines].map(({ name, outcome, measured, error }) => [
    name,
    outcome === null ? "–" : String(outcome.attempts),
    error !== null ? "failed" : outcome === null ? "–" : String(outcome.accepted),
    measured === null ? "–" : `${measured.p99Ms.toFixed(1)} ms`,
    measured === null ? "–" : `${(measured.p99Ms / baseline.p99Ms).toFixed(1)}×`,
    measured === null || measured.memoryMb === null ? "–" : `${measured.memoryMb.toFixed(0)} MB`,
    measured === null || measured.childMemoryMb === null ? "–" : `${measured.childMemoryMb.toFixed(0)} MB`,
  ]);
  const table = [
    ["attack", "attempts", "accepted", "API p99", "ratio", "memory", "media processes"],
    ...rows,
  ];
  const widths = (table[0] as string[]).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .join("\n");
}

/** Returns what is wrong with each attack that failed, was accepted, made no attempt, left no trace, or disturbed others. */
export function problemsOf(lines: readonly AttackLine[]): string[] {
  return lines.flatMap(({ name, outcome, measured, missingEvents, error }) => [
    ...(error === null ? [] : [`${name}: failed: ${error.message}`]),
    ...(outcome === null || outcome.accepted === 0 ? [] : [`${name}: ${outcome.accepted} accepted`]),
    ...(outcome === null || outcome.attempts > 0 ? [] : [`${name}: no attempt`]),
    ...(measured === null || measured.failures === 0
      ? []
      : [`${name}: ${measured.failures} failed calls of other users`]),
    ...missingEvents.map((event) => `${name}: the server has recorded no ${event}`),
  ]);
}

/** Memory by which the server may grow during an attack; far above the memory of all its buffers. */
const maxGrowthMb = 300;

/** Memory of the processes that the server starts: a picture and a video at a time, below the limit of 1 GB of each. */
const maxChildMemoryMb = 1_024;

/**
 * Returns which attacks slowed down other users, or increased the memory of the server or its processes, by more than
 * the limit. Only a campaign makes enough calls for a p99.
 */
export function excessesOf(baseline: Measured, lines: readonly AttackLine[]): string[] {
  const maxMemoryMb = baseline.memoryMb === null ? null : baseline.memoryMb + maxGrowthMb;
  return lines.flatMap(({ name, maxP99Ms, measured }) => {
    if (measured === null) return [];
    const { p99Ms, memoryMb, childMemoryMb } = measured;
    return [
      ...(maxP99Ms === null || p99Ms <= maxP99Ms
        ? []
        : [`${name}: p99 of other users is ${p99Ms.toFixed(1)} ms, above ${maxP99Ms} ms`]),
      ...(maxMemoryMb === null || memoryMb === null || memoryMb <= maxMemoryMb
        ? []
        : [`${name}: the server uses ${memoryMb.toFixed(0)} MB, above ${maxMemoryMb.toFixed(0)} MB`]),
      ...(childMemoryMb === null || childMemoryMb <= maxChildMemoryMb
        ? []
        : [`${name}: media processes use ${childMemoryMb.toFixed(0)} MB, above ${maxChildMemoryMb} MB`]),
    ];
  });
}
