import { randomInt } from "node:crypto";

/** A seed for a random test, printed so that a failure can be had again: REPOSO_TEST_SEED=… sets it. */
export function printedSeed(test: string): number {
  const given = process.env["REPOSO_TEST_SEED"];
  const seed = given ? Number(given) : randomInt(2 ** 31);
  console.log(`${test}, seed ${seed}`);
  return seed;
}
