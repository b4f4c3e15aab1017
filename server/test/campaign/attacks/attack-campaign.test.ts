import { afterAll, beforeAll, expect, it } from "vitest";
import { allAttacks } from "./attack-list.ts";
import { type AttackOutcome, type AttackWorld, openAttackWorld } from "./attack-world.ts";
import { type Measured, measureDuring } from "./measure-server.ts";

/** Number of attempts of each attack; 0 in `npm test`, which runs a small sample. */
const attempts = Number(process.env["REPOSO_ATTACK_ATTEMPTS"] ?? 0);
const only = process.env["REPOSO_ATTACK"] ?? null;
const isCampaign = attempts > 0;
const count = isCampaign ? attempts : 40;
/** Minimum duration of a measurement: long enough for a hundred calls in a campaign. */
const minDurationMs = isCampaign ? 8_000 : 0;

let world: AttackWorld;
beforeAll(async () => {
  world = await openAttackWorld();
}, 120_000);
afterAll(() => world.close());

interface Line extends AttackOutcome {
  readonly name: string;
  readonly measured: Measured;
}

function tableOf(baseline: Measured, lines: readonly Line[]): string {
  const rows = lines.map(({ name, attempts: tried, accepted, measured }) => [
    name,
    String(tried),
    String(accepted),
    `${measured.p99Ms.toFixed(1)} ms`,
    `${(measured.p99Ms / baseline.p99Ms).toFixed(1)}×`,
    measured.memoryMb === null ? "–" : `${measured.memoryMb.toFixed(0)} MB`,
  ]);
  const quiet = `${baseline.p99Ms.toFixed(1)} ms`;
  const memory = baseline.memoryMb === null ? "–" : `${baseline.memoryMb.toFixed(0)} MB`;
  const head = ["attack", "attempts", "accepted", "API p99", "ratio", "memory"];
  const table = [head, ["undisturbed", "–", "–", quiet, "1.0×", memory], ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .join("\n");
}

it(
  "[ATTACK-4] refuses every attack of the list with default limits, and continues to serve other users",
  async () => {
    const lines: Line[] = [];
    // A first run lets the server compile its code, so that compilation does not slow down the undisturbed run.
    await measureDuring(world, minDurationMs / 2, async () => {});
    const { measured: baseline } = await measureDuring(world, Math.max(minDurationMs, 500), async () => {});
    expect(baseline.failures).toBe(0);
    const attacks = allAttacks
      .filter(({ name }) => only === null || name.includes(only))
      .filter(({ isSlow = false }) => isCampaign || !isSlow);
    for (const { name, run } of attacks) {
      const { result, measured } = await measureDuring(world, minDurationMs, () => run(world, count));
      lines.push({ name, ...result, measured });
      console.log(`${name}: ${result.attempts} attempts, ${result.accepted} accepted`);
    }
    console.log(tableOf(baseline, lines));
    expect(
      lines.filter(({ accepted }) => accepted !== 0).map(({ name, accepted }) => `${name}: ${accepted}`),
    ).toEqual([]);
    expect(lines.filter(({ attempts: tried }) => tried === 0).map(({ name }) => name)).toEqual([]);
    expect(lines.filter(({ measured }) => measured.failures > 0).map(({ name }) => name)).toEqual([]);
  },
  isCampaign ? 3_600_000 : 400_000,
);
