import path from "node:path/posix";
import type { Problem } from "#source-files.ts";
import { type Code, type CodeRule, checkLines } from "./code-rule.ts";

const maxLinesOf = { code: 300, test: 500 };
const genericNames = /^(utils?|helpers?|common|lib|misc)$/;
const genericFile = /(^|[-.])(utils?|helpers?|common|misc)\.(test\.)?(ts|tsx|mjs)$|^types\.ts$/;
const sharedNames = /^(index|main|vitest\.config|vite\.config)(\.test)?\.tsx?$/;

/** Limits the length of files, so that each covers one subject. */
export const lengthRules: CodeRule = (code) =>
  code.flatMap((file) => {
    if (file.path.startsWith("web/src/locales/")) return [];
    const lines = file.text.replace(/\n$/, "").split("\n").length;
    const maxLines = file.test ? maxLinesOf.test : maxLinesOf.code;
    return lines > maxLines
      ? [at(file, `${lines} lines, ${maxLines} at most: split the file by subject`)]
      : [];
  });

/**
 * Requires descriptive, kebab-case file names. Except for names such as `index.ts`, they must be unique among the tests
 * and among the other files of a workspace.
 */
export const nameRules: CodeRule = (code) => {
  const seen = new Map<string, string>();
  return code.flatMap((file) => {
    const name = path.basename(file.path);
    const folders = path.dirname(file.path).split("/");
    if (file.path.startsWith("web/src/locales/")) return [];
    if (genericFile.test(name) || folders.some((each) => genericNames.test(each))) {
      return [
        at(
          file,
          "the name of the file or a folder does not describe the contents: name it after its subject",
        ),
      ];
    }
    if (!/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name)) {
      return [at(file, "file names are kebab-case")];
    }
    if (sharedNames.test(name)) return [];
    const nameInWorkspace = `${file.workspace}${file.test ? " tests" : ""} ${name}`;
    const other = seen.get(nameInWorkspace);
    seen.set(nameInWorkspace, file.path);
    return other ? [at(file, `has the same name as ${other}, so editor tabs are ambiguous`)] : [];
  });
};

const unfinished = new RegExp(`\\b(TO${""}DO|FIX${""}ME|XX${""}X)\\b`);
const skipping =
  /\b(it|test|describe|suite)(\.\w+)*\.(skip|only|todo|skipIf|runIf|fails)\b|\bx(it|describe)\(/;

const errorLost = /\blog\.(trace|debug|info|warn|error|fatal)\(\s*\{([^}]*,)?\s*error\s*[,:}]/;

/** Refuses errors that are logged as `error` instead of `err`, because the logger writes them as `{}`. */
export const logRules: CodeRule = (code) =>
  code.flatMap((file) =>
    file.workspace === "server" && !file.test
      ? checkLines(file, errorLost, "log an error as err, which the logger serialises")
      : [],
  );

/** The file of this rule, whose lists name the files that may deviate from a rule after a review. */
const listsOf = "tools/src/code-rules/file-rules.ts";
const secureRandom = `take random numbers from node:crypto or WebCrypto; after a review, add a file whose numbers may be guessed to mayBeGuessed in ${listsOf}`;
const literalPattern = `write a regular expression as a literal; after a review, add a file whose expressions contain no input to mayBuildPatterns in ${listsOf}`;

const weakRandom = /\bMath\.random\b/;
const unverified =
  /\brejectUnauthorized\b["'`]?\]?\s*(?:\?\?|\|\||&&)?[:=]\s*(?![\s=>]|true\b)|\bNODE_TLS_REJECT_UNAUTHORIZED\b/;

/** Files whose random numbers are delays, an order of sending, or input of a simulation. */
const mayBeGuessed =
  /^(bench\/|server\/src\/demo\/|chair\/src\/(chair-link|event-sender)\.ts$|web\/src\/shared\/live\/live-events\.ts$)/;

/** Refuses predictable random numbers, and connections whose certificate is not verified. */
export const cryptographyRules: CodeRule = (code) =>
  code
    .filter((file) => !file.test)
    .flatMap((file) => [
      ...(mayBeGuessed.test(file.path) ? [] : checkLines(file, weakRandom, secureRandom)),
      ...checkLines(file, unverified, "verify certificates"),
    ]);

const builtPattern = /\bRegExp\s*\(/;

/**
 * Files of the product that build a regular expression, from constants or, in `typed-amount`, from an escaped
 * character.
 */
const mayBuildPatterns = new Set([
  "chair/src/chair-faults.ts",
  "chair/src/chair-fleet.ts",
  "chair/src/conformance/verify-command.ts",
  "server/src/features/coupons/coupon-code.ts",
  "server/src/features/devices/devices-rules.ts",
  "server/src/features/pages/public-operations.ts",
  "server/src/platform/keys/identifiers.ts",
  "server/src/platform/postgres/embedded/embedded-postgres.ts",
  "server/src/platform/table-files/cell-values.ts",
  "web/src/shared/i18n/typed-amount.ts",
]);
const product: readonly string[] = ["contract", "server", "web", "chair"];

/** Refuses regular expressions that could contain input, whose special characters would change what they match. */
export const patternRules: CodeRule = (code) =>
  code
    .filter(
      ({ path: file, workspace, test }) =>
        product.includes(workspace) && !test && !mayBuildPatterns.has(file),
    )
    .flatMap((file) => checkLines(file, builtPattern, literalPattern));

/** Refuses skipped tests, and comments about future work. */
export const completenessRules: CodeRule = (code) =>
  code.flatMap((file) => [
    ...file.text
      .split("\n")
      .flatMap((line, index): Problem[] =>
        unfinished.test(line)
          ? [at(file, "finish it, or delete the mark and write an issue", index + 1)]
          : [],
      ),
    ...(file.test
      ? checkLines(file, skipping, "run the test, or delete it: tests are not skipped or run alone")
      : []),
  ]);

function at(file: Code, message: string, line = 1): Problem {
  return { path: file.path, line, message };
}
