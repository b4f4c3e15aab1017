import { isSuitablePassword } from "@reposo/contract/password-rules.ts";
import { isGuessable } from "#features/login/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { randomInt } from "node:crypto";

export interface PasswordOptions {
  passwordStdin?: true;
}

/**
 * From standard input, from the person at the keyboard, or generated where there is neither.
 * @throws CliFailure where it breaks the rules of passwords, or is easy to guess for somebody who knows `related`
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
  if (terminal.askSecret === null) return { password: generatePassword(), generated: true };
  const typed = await terminal.askSecret("Password (empty: one is made up): ");
  if (typed === "") return { password: generatePassword(), generated: true };
  await accepted(typed, related);
  if ((await terminal.askSecret("The same again: ")) !== typed)
    throw new CliFailure(2, "The two passwords differ; nothing was changed.");
  return { password: typed, generated: false };
}

async function accepted(password: string, related: readonly string[]): Promise<string> {
  if (!isSuitablePassword(password))
    throw new CliFailure(
      2,
      "A password has 8 characters at least and about 120 at most; nothing was changed.",
    );
  if (await isGuessable(password, related))
    throw new CliFailure(
      2,
      "This password is common, breached, or derived from the account's name; nothing was changed. Choose another one.",
    );
  return password;
}

// No 0/O, 1/l/I: it is read off a screen once and typed on a phone.
const signs = "abcdefghjkmnpqrstuvwxyz23456789";

/** Twenty random signs, 99 bits, in groups that can be read aloud. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
