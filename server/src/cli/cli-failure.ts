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
