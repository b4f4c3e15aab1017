import { type Import, readImports, workspaceOf } from "#imports.ts";
import { type Problem, type SourceFile, type Workspace, isTest } from "#source-files.ts";

/** A file with its imports, read once for all rules. */
export interface Code extends SourceFile {
  readonly workspace: Workspace;
  readonly imports: readonly Import[];
  /** Whether the file is a test or belongs to the support of the server's tests. */
  readonly test: boolean;
}

/** Returns the problems that a rule finds in the code of the repository. */
export type CodeRule = (code: readonly Code[]) => Problem[];

export function readAsCode(file: SourceFile): Code {
  return {
    ...file,
    workspace: workspaceOf(file.path),
    imports: readImports(file),
    test: isTest(file.path),
  };
}

/** Reports one problem for each import for which `violation` returns a message. */
export function checkImports(
  code: readonly Code[],
  violation: (file: Code, each: Import) => string | null,
): Problem[] {
  return code.flatMap((file) =>
    file.imports.flatMap((each) => {
      const message = violation(file, each);
      return message ? [{ path: file.path, line: each.line, message }] : [];
    }),
  );
}

/** Reports one problem for each line that matches, except comments. */
export function checkLines(file: Code, pattern: RegExp, message: string): Problem[] {
  return file.text.split("\n").flatMap((line, index) => {
    const comment = /^\s*(\/\/|\*|\/\*)/.test(line);
    return !comment && pattern.test(line) ? [{ path: file.path, line: index + 1, message }] : [];
  });
}
