import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Weaker passwords are refused: at 20 guesses a minute, a million take 35 days. */
const minGuesses = 1_000_000;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded at first use, because the list needs memory. */
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
 * Whether a password is common, breached, a sequence, or derived from one of these or from data of its user
 * (`related`: login name, name). The list is that of @zxcvbn-ts/language-common (MIT), 49,000 breached passwords by
 * frequency.
 */
export async function isGuessable(password: string, related: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const inputs = ["reposo", ...related.flatMap(formsOf)];
  return (await estimator).check(password, inputs).guesses < minGuesses;
}

/** The name as given, the name without separators, and each of its parts. */
const formsOf = (name: string): string[] => {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  return [name, parts.join(""), ...parts].filter((form) => form !== "");
};
