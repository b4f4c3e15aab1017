import { isSuitablePassword } from "@reposo/contract/sessions/password-rules.ts";
import { isGuessable } from "#features/login/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { randomInt } from "node:crypto";

export interface PasswordOptions {
  passwordStdin?: true;
}

/**
 * Returns the password from standard input or the prompt, or a generated one if none is given.
 * @param related names from which the password must not be derived
 * @throws CliFailure if the password violates the rules or is easy to guess, or if the two entries at the prompt differ
 */
export async function choosePassword(
  terminal: Terminal,
  options: PasswordOptions,
  related: readonly string[],
): Promise<{ password: string; generated: boolean }> {
  if (options.passwordStdin) {
    const [firstLine = ""] = (await terminal.readStandardInput()).split(/\r?\n/);
    return { password: await accepted(firstLine, related), generated: false };
  }
  if (terminal.promptSecret === null) return { password: generatePassword(), generated: true };
  const typed = await terminal.promptSecret("Password (leave empty to generate one): ");
  if (typed === "") return { password: generatePassword(), generated: true };
  await accepted(typed, related);
  if ((await terminal.promptSecret("Repeat the password: ")) !== typed)
    throw new CliFailure(2, "The two passwords differ; nothing was changed.");
  return { password: typed, generated: false };
}

/** Reasons why a password is refused. */
export const passwordRefusals = {
  unsuitable:
    "A password has at least 8 characters and at most 128 bytes in UTF-8, in which quotation marks and backslashes count twice; nothing was changed.",
  guessable:
    "This password is common, breached, or derived from the account's name; nothing was changed. Choose another one.",
} as const;

async function accepted(password: string, related: readonly string[]): Promise<string> {
  if (!isSuitablePassword(password)) throw new CliFailure(2, passwordRefusals.unsuitable);
  if (await isGuessable(password, related)) throw new CliFailure(2, passwordRefusals.guessable);
  return password;
}

// Omits 0, o, 1, l, and i, which are easily confused when typed on a phone.
const characters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Returns twenty random characters (99 bits) in groups of five. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
