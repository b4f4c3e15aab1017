import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { type Clock, systemClock } from "#platform/time/clock.ts";

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Folder to which relative paths refer. */
  readonly folder: string;
  out(line: string): void;
  err(line: string): void;
  readStandardInput(): Promise<string>;
  /** Reads a secret without echo; null without an interactive terminal. */
  readonly promptSecret: ((question: string) => Promise<string>) | null;
}

export function processTerminal({
  stdin,
  stdout,
  stderr,
  env,
}: Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env"> = process): Terminal & {
  /**
   * Waits until all output is written. Returns the error of a failed write; null if none failed, or if the program that
   * reads the output has ended.
   */
  outputError(): Promise<string | null>;
} {
  let outputError: string | null = null;
  // Without a handler, a failed write would end the process before the command is complete.
  for (const stream of [stdout, stderr])
    stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      if (code !== "EPIPE") outputError ??= message;
    });
  return {
    async outputError() {
      for (const stream of [stdout, stderr])
        await new Promise<void>((resolve) => {
          stream.write("", () => resolve());
        });
      // A stream emits the error of a write after the write's callback.
      await setImmediate();
      return outputError;
    },
    env,
    clock: systemClock,
    // npm runs scripts in the repository's root, but relative paths refer to the user's folder.
    folder: env["INIT_CWD"] ?? process.cwd(),
    out: (line) => stdout.write(`${escapeControls(line)}\n`),
    err: (line) => stderr.write(`${escapeControls(line)}\n`),
    readStandardInput: async () => (await buffer(stdin)).toString(),
    promptSecret: stdin.isTTY && stderr.isTTY ? promptWithoutEcho : null,
  };
}

/**
 * Escapes control and directional characters, except for tabs and line breaks: texts of customers and managers must not
 * move the cursor or reorder a line of the terminal.
 */
const escapeControls = (line: string): string =>
  line.replace(
    /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Returns a text as it was before `escapeControls`, so that commands accept what lists print. */
export const unescapeControls = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/g, (escaped, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return escapeControls(character) === escaped ? character : escaped;
  });

function promptWithoutEcho(question: string): Promise<string> {
  // Without an output stream, the interface does not echo the typed characters.
  const reader = createInterface({ input: process.stdin, terminal: true });
  process.stderr.write(question);
  return new Promise((resolve, reject) => {
    // Ctrl-C and Ctrl-D close the interface without an answer. After an answer, the rejection has no effect.
    reader.once("close", () => {
      process.stderr.write("\n");
      reject(new CliFailure(2, "Nothing was changed."));
    });
    reader.question("", (answer) => {
      resolve(answer);
      reader.close();
    });
  });
}

/**
 * 1: the operation was rejected or is incomplete, or an audit failed. 2: invalid usage, setting, or file, or another
 * error, such as an unavailable database.
 */
export type FailureCode = 1 | 2;

/**
 * Ends a command with an exit code. The message is printed unless it is empty. Any other error ends a command with
 * code 2.
 */
export class CliFailure extends Error {
  readonly exitCode: FailureCode;

  constructor(exitCode: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliFailure";
    this.exitCode = exitCode;
  }
}
