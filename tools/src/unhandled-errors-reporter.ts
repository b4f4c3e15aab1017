import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** Environment variable with the path of the file to which the reporter writes. */
export const unhandledErrorsFile = "REPOSO_UNHANDLED_ERRORS_FILE";

/** Writes the messages of errors outside of tests as a JSON array, because vitest's JSON report omits them. */
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter["onTestRunEnd"]> = (_modules, errors) => {
    const file = process.env[unhandledErrorsFile];
    if (file !== undefined) writeFileSync(file, JSON.stringify(errors.map((error) => error.message)));
  };
}
