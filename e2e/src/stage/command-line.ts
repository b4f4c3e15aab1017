import { databaseUrlOf, runPrinting } from "@reposo/server/test/clients/command-line.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

/** Runs one command of the operator's command line. @returns its output. @throws if its exit code is not 0 */
export const commandLine =
  ({ connection }: Pick<ServerUnderTest, "connection">) =>
  async (...args: string[]): Promise<string> => {
    const { code, out } = await runPrinting(args, { env: { DATABASE_URL: databaseUrlOf(connection) } });
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${out}`);
    return out;
  };
