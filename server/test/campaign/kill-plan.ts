import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SeededRandom } from "#demo/history/seeded-random.ts";
import { killPoints } from "#test/processes/kill-scenarios.ts";

const source = join(import.meta.dirname, "..", "..", "src");

/** Returns all fail points: the known ones, and all others in the source. */
export function moneyFailPoints(): string[] {
  const names = new Set(Object.keys(killPoints));
  for (const file of globSync("**/*.ts", { cwd: source }))
    for (const [, name] of readFileSync(join(source, file), "utf8").matchAll(/failPoint\("([\w.-]+)"\)/g))
      names.add(name as string);
  return [...names].sort();
}

export interface KillPlan {
  /** Returns the fail point at which the next server is killed; null: at a random moment. */
  next(): { readonly failPoint: string; readonly pass: number } | null;
  hit(failPoint: string): void;
  readonly hits: ReadonlyMap<string, number>;
}

/** Prefers the fail points with the fewest kills so far, and sometimes chooses a random moment. */
export function planKills(random: SeededRandom): KillPlan {
  const hits = new Map(moneyFailPoints().map((name) => [name, 0]));
  return {
    hits,
    next() {
      if (random.next() < 0.06) return null;
      const minCount = Math.min(...hits.values());
      const failPoint = random.pick([...hits], ([, count]) => (count === minCount ? 8 : 1))[0];
      // If the kill happens at a later hit of the fail point, the server has more work in progress.
      return { failPoint, pass: random.pick([1, 2, 3], (pass) => 4 - pass) };
    },
    hit(failPoint) {
      hits.set(failPoint, (hits.get(failPoint) ?? 0) + 1);
    },
  };
}
