import { writeFileSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import type { Reporter } from "vitest/node";

/** Environment variable with the path of the file to which the reporter writes. */
export const unhandledErrorsFile = "REPOSO_UNHANDLED_ERRORS_FILE";

type UnhandledError = Parameters<NonNullable<Reporter["onTestRunEnd"]>>[1][number];

/** Writes one line per error outside of tests as a JSON array, because vitest's JSON report omits these errors. */
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter["onTestRunEnd"]> = (_modules, errors) => {
    const file = process.env[unhandledErrorsFile];
    if (file === undefined) return;
    const root = path.resolve(import.meta.dirname, "../..");
    writeFileSync(file, JSON.stringify(errors.map((error) => describeError(error, root))));
  };
}

/**
 * Returns the first line of the error's message and of its cause's, with the test file and the test that ran at that
 * time, and the first line of the stack that is in the repository. Vitest knows only the test that ran last, so the
 * error may belong to an earlier one.
 */
export function describeError(error: UnhandledError, root: string): string {
  // The cause of an error may be any value.
  const errors = [error, error.cause].filter((one) => typeof one === "object" && one !== null);
  const message = errors.map((one) => firstLine(one.message)).join(": ");
  const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: test } = error;
  const during = [
    ...(typeof file === "string" ? [path.basename(file)] : []),
    ...(typeof test === "string" ? [test] : []),
  ];
  const place = errors.map(({ stack }) => placeIn(stack ?? "", root)).find((one) => one !== null);
  const facts = [
    ...(during.length > 0 ? [`during ${during.join(": ")}`] : []),
    ...(place == null ? [] : [`at ${place}`]),
  ];
  return facts.length === 0 ? message : `${message} (${facts.join("; ")})`;
}

/** The message of a rejection without an error is the reason, which may be any value. */
const firstLine = (message: unknown): string =>
  (typeof message === "string" ? message : inspect(message)).split("\n", 1)[0] ?? "";

/** Returns file, line, and column of the first stack line in the repository, or null. */
function placeIn(stack: string, root: string): string | null {
  for (const line of stack.split("\n")) {
    const place = /^ *at (?:.*\()?(?:file:\/\/)?(\/.+:\d+:\d+)\)?$/.exec(line)?.[1];
    if (place?.startsWith(`${root}/`) && !place.includes("/node_modules/"))
      return place.slice(root.length + 1);
  }
  return null;
}
