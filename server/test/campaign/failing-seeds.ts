import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export interface FailingSeed {
  readonly fault: string;
  readonly seed: number;
}

interface RoundLimits {
  readonly withinMs: number;
  readonly file?: string;
}

const storedFile = join(import.meta.dirname, "failing-seeds.json");

/** Reads the seeds that once revealed a defect. */
export async function readFailingSeeds(file = storedFile): Promise<FailingSeed[]> {
  return JSON.parse(await readFile(file, "utf8")) as FailingSeed[];
}

/** Returns the stored seeds that a campaign runs before its own; none if the command gives the seed to repeat. */
export const findSeedsToRepeat = async (file = storedFile): Promise<FailingSeed[]> =>
  process.env["REPOSO_STORED_SEEDS"] === "skip" ? [] : readFailingSeeds(file);

/** Runs a round, and stores its seed if the round has findings, throws, or does not end in time. */
export async function keepFailingSeed<R extends { readonly findings: readonly string[] }>(
  one: FailingSeed,
  run: () => Promise<R>,
  { withinMs, file = storedFile }: RoundLimits,
): Promise<R> {
  const timer = new AbortController();
  try {
    const result = await Promise.race([
      run(),
      delay(withinMs, null, { signal: timer.signal }).then(() => {
        throw new Error(`${one.fault}, seed ${one.seed}: the round did not end in ${withinMs} ms`);
      }),
    ]);
    if (result.findings.length > 0) await recordFailingSeed(one, file);
    return result;
  } catch (error) {
    await recordFailingSeed(one, file);
    throw error;
  } finally {
    timer.abort();
  }
}

async function recordFailingSeed(failing: FailingSeed, file: string): Promise<void> {
  const storedSeeds = await readFailingSeeds(file);
  if (storedSeeds.some(({ fault, seed }) => fault === failing.fault && seed === failing.seed)) return;
  const lines = [...storedSeeds, failing].map(
    ({ fault, seed }) => `  { "fault": ${JSON.stringify(fault)}, "seed": ${seed} }`,
  );
  await writeFile(file, `[\n${lines.join(",\n")}\n]\n`);
}
