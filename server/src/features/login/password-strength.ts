import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * Passwords that a guesser who knows breached lists finds within so many guesses are refused: at 20 guesses a minute,
 * a million last 35 days.
 */
const fewestGuesses = 1_000_000;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded at first use: the list takes memory that a server whose managers keep their passwords does not need. */
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
 * Whether a password is common, breached, a sequence, or derived from one of these or from what is known of its holder
 * (`related`: login name, name). The list is that of @zxcvbn-ts/language-common (MIT), 49,000 breached passwords by
 * frequency.
 */
export async function isGuessable(password: string, related: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const inputs = ["reposo", ...related.flatMap(formsOf)];
  return (await estimator).check(password, inputs).guesses < fewestGuesses;
}

/** A name as a whole, without its separators, and in its parts. */
const formsOf = (name: string): string[] => {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  return [name, parts.join(""), ...parts].filter((form) => form !== "");
};
