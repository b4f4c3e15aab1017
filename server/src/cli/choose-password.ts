import { isSuitablePassword } from "@reposo/contract/password-rules.ts";
import { CliFailure } from "./cli-failure.ts";
import { generatePassword } from "./generated-password.ts";
import type { Terminal } from "./terminal.ts";

export interface PasswordOptions {
  passwordStdin?: true;
}

/** From standard input, from the person at the keyboard, or made up where there is neither. */
export async function choosePassword(
  terminal: Terminal,
  options: PasswordOptions,
): Promise<{ password: string; generated: boolean }> {
  if (options.passwordStdin) {
    const [firstLine = ""] = (await terminal.readStandardInput()).split(/\r?\n/);
    return { password: accepted(firstLine), generated: false };
  }
  if (terminal.askSecret === null) return { password: generatePassword(), generated: true };
  const typed = await terminal.askSecret("Password (empty: one is made up): ");
  if (typed === "") return { password: generatePassword(), generated: true };
  accepted(typed);
  if ((await terminal.askSecret("The same again: ")) !== typed)
    throw new CliFailure(2, "The two passwords differ; nothing was changed.");
  return { password: typed, generated: false };
}

function accepted(password: string): string {
  if (!isSuitablePassword(password))
    throw new CliFailure(
      2,
      "A password has 8 characters at least and about 120 at most; nothing was changed.",
    );
  return password;
}
