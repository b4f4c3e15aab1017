import { type Import, readImports, workspaceOf } from "#imports.ts";
import { type Problem, type SourceFile, type Workspace, isTest } from "#source-files.ts";

/** A file with what a fence asks about it. */
export interface Code extends SourceFile {
  readonly workspace: Workspace;
  readonly imports: readonly Import[];
  readonly test: boolean;
}

export type Fence = (code: readonly Code[]) => Problem[];

export function readAsCode(file: SourceFile): Code {
  return {
    ...file,
    workspace: workspaceOf(file.path),
    imports: readImports(file),
    test: isTest(file.path),
  };
}

/** One problem an import that `wrong` has words for. */
export function checkImports(
  code: readonly Code[],
  wrong: (file: Code, each: Import) => string | null,
): Problem[] {
  return code.flatMap((file) =>
    file.imports.flatMap((each) => {
      const message = wrong(file, each);
      return message ? [{ path: file.path, line: each.line, message }] : [];
    }),
  );
}

/** One problem a line that matches; comments are the caller's concern. */
export function checkLines(file: Code, pattern: RegExp, message: string): Problem[] {
  return file.text.split("\n").flatMap((line, index) => {
    const comment = /^\s*(\/\/|\*|\/\*)/.test(line);
    return !comment && pattern.test(line) ? [{ path: file.path, line: index + 1, message }] : [];
  });
}
