import { normalisePassword } from "@reposo/contract/text/typed-text.ts";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * Passwords that need fewer guesses are refused. At the default limit of 10 login attempts per minute, a million
 * guesses take 69 days.
 */
const minGuesses = 1_000_000;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator at its first use instead of at start, because its list of passwords needs memory. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: adjacencyGraphs,
  });
}

/**
 * Returns whether a password is easy to guess: common, breached, a sequence, or derived from one of these, from the
 * name of the product, or from `related`, such as the login name and the display name. The list is from
 * @zxcvbn-ts/language-common (MIT): 49,000 breached passwords by frequency.
 */
export async function isGuessable(password: string, related: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const inputs = ["reposo", ...related.flatMap(formsOf)];
  return (await estimator).check(normalisePassword(password), inputs).guesses < minGuesses;
}

/** Returns a name as given, its parts of at least 3 characters joined, and each of these parts. */
const formsOf = (name: string): string[] => {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  return [name, parts.join(""), ...parts].filter((form) => form !== "");
};
