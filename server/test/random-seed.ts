import { randomInt } from "node:crypto";

const printed = new Map<string, number>();

/**
 * A seed for a random test, printed so that a failure can be reproduced: REPOSO_TEST_SEED=… sets it. A second attempt
 * uses the seed of the first, because otherwise a defect that one seed in a thousand finds would pass as a flaky test.
 */
export function printedSeed(test: string): number {
  const given = process.env["REPOSO_TEST_SEED"];
  const seed = printed.get(test) ?? (given ? Number(given) : randomInt(2 ** 31));
  printed.set(test, seed);
  console.log(`${test}, seed ${seed}`);
  return seed;
}

/** The share of a random test's runs in `npm test`; REPOSO_RANDOM=all runs all of them. */
export const sampleOf = (all: number): number =>
  process.env["REPOSO_RANDOM"] === "all" ? all : Math.ceil(all / 4);
