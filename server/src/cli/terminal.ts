import { createInterface } from "node:readline";
import { type Clock, systemClock } from "#platform/time/clock.ts";

/** What a command sees of the world around it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Where relative paths begin. */
  readonly folder: string;
  out(line: string): void;
  err(line: string): void;
  readStandardInput(): Promise<string>;
  /** Null where nobody sits at a keyboard. */
  readonly askSecret: ((question: string) => Promise<string>) | null;
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    env,
    clock: systemClock,
    // npm runs scripts in the repository's root; the person who typed a path meant the folder they stood in.
    folder: env["INIT_CWD"] ?? process.cwd(),
    out: (line) => stdout.write(`${line}\n`),
    err: (line) => stderr.write(`${line}\n`),
    readStandardInput: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString("utf8");
    },
    askSecret: stdin.isTTY && stderr.isTTY ? askWithoutEcho : null,
  };
}

function askWithoutEcho(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, terminal: true });
  process.stderr.write(question);
  return new Promise((resolve) => {
    reader.question("", (answer) => {
      reader.close();
      process.stderr.write("\n");
      resolve(answer);
    });
  });
}

/** 1: the operation was refused or an audit failed. 2: the command line, a setting, a file or the database can't be used. */
export type FailureCode = 1 | 2;

/** What ends a command with words for a person instead of a stack trace. */
export class CliFailure extends Error {
  readonly exitCode: FailureCode;

  constructor(exitCode: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliFailure";
    this.exitCode = exitCode;
  }
}
