import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface FailingSeed {
  readonly fault: string;
  readonly seed: number;
}

const file = join(import.meta.dirname, "failing-seeds.json");

/** Seeds that once revealed a defect; every campaign runs them first. */
export async function readFailingSeeds(): Promise<FailingSeed[]> {
  return JSON.parse(await readFile(file, "utf8")) as FailingSeed[];
}

export async function recordFailingSeed(failing: FailingSeed): Promise<void> {
  const storedSeeds = await readFailingSeeds();
  if (storedSeeds.some(({ fault, seed }) => fault === failing.fault && seed === failing.seed)) return;
  const lines = [...storedSeeds, failing].map(
    ({ fault, seed }) => `  { "fault": ${JSON.stringify(fault)}, "seed": ${seed} }`,
  );
  await writeFile(file, `[\n${lines.join(",\n")}\n]\n`);
}
