import { randomInt } from "node:crypto";

const printed = new Map<string, number>();

/**
 * A seed for a random test, printed so that a failure can be had again: REPOSO_TEST_SEED=… sets it. A test's second
 * attempt has the seed of the first, or a fault that one seed in a thousand finds would pass for a wavering test.
 */
export function printedSeed(test: string): number {
  const given = process.env["REPOSO_TEST_SEED"];
  const seed = printed.get(test) ?? (given ? Number(given) : randomInt(2 ** 31));
  printed.set(test, seed);
  console.log(`${test}, seed ${seed}`);
  return seed;
}

/** How many of a random test's runs `npm test` has time for; REPOSO_RANDOM=all runs all of them. */
export const sampleOf = (all: number): number =>
  process.env["REPOSO_RANDOM"] === "all" ? all : Math.ceil(all / 4);
