import { randomInt } from "node:crypto";

const printed = new Map<string, number>();

/**
 * Returns a seed for a random test and prints it, so that a failure can be reproduced with REPOSO_TEST_SEED=…. A retry uses
 * the same seed: otherwise a defect that one seed in a thousand finds would pass as a flaky test.
 */
export function printedSeed(test: string): number {
  const given = process.env["REPOSO_TEST_SEED"];
  const seed = printed.get(test) ?? (given ? Number(given) : randomInt(2 ** 31));
  printed.set(test, seed);
  console.log(`${test}, seed ${seed}`);
  return seed;
}

/** Returns how many of a random test's runs `npm test` executes; REPOSO_RANDOM=all executes all of them. */
export const sampleOf = (all: number): number =>
  process.env["REPOSO_RANDOM"] === "all" ? all : Math.ceil(all / 4);
