import { InvalidArgumentError } from "commander";
import { CliFailure } from "#cli/terminal.ts";

export function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("a whole number from 1 on");
}

/** @throws CliFailure where the reason is empty */
export function requireReason(text: string): string {
  const reason = text.trim();
  if (reason === "") throw new CliFailure(2, "--reason must not be empty.");
  return reason;
}
