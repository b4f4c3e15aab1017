import { runCli } from "@reposo/server/cli/run-cli.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

/** Runs one command of the operator's command line. @returns its output. @throws if its exit code is not 0 */
export const commandLine =
  ({ connection: { host, user, database } }: Pick<ServerUnderTest, "connection">) =>
  async (...args: string[]): Promise<string> => {
    const printed: string[] = [];
    const code = await runCli(args, {
      env: { DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}` },
      clock: systemClock,
      folder: ".",
      out: (line) => printed.push(line),
      err: (line) => printed.push(line),
      readStandardInput: async () => "",
      promptSecret: null,
    });
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${printed.join("\n")}`);
    return printed.join("\n");
  };
