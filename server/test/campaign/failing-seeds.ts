import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface FailingSeed {
  readonly fault: string;
  readonly seed: number;
}

const file = join(import.meta.dirname, "failing-seeds.json");

/** Seeds with which a fault once did harm; every campaign begins with them. */
export async function readFailingSeeds(): Promise<FailingSeed[]> {
  return JSON.parse(await readFile(file, "utf8")) as FailingSeed[];
}

export async function keepFailingSeed(failing: FailingSeed): Promise<void> {
  const kept = await readFailingSeeds();
  if (kept.some(({ fault, seed }) => fault === failing.fault && seed === failing.seed)) return;
  const lines = [...kept, failing].map(
    ({ fault, seed }) => `  { "fault": ${JSON.stringify(fault)}, "seed": ${seed} }`,
  );
  await writeFile(file, `[\n${lines.join(",\n")}\n]\n`);
}
