/**
 * Returns the seed of a random test and prints it. It is the same in each run, so that a run has one result; set
 * REPOSO_TEST_SEED to test with another one.
 */
export function printedSeed(test: string): number {
  const seed = Number(process.env["REPOSO_TEST_SEED"] ?? 1);
  console.log(`${test}, seed ${seed}`);
  return seed;
}

/** Returns how many of a random test's runs are executed; REPOSO_RANDOM=all executes all of them. */
export const sampleOf = (all: number): number =>
  process.env["REPOSO_RANDOM"] === "all" ? all : Math.ceil(all / 4);
