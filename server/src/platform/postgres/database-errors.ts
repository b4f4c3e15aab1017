interface PostgresError extends Error {
  code: string;
  constraint?: string;
}

export function hasState(error: unknown, sqlState: string): error is PostgresError {
  return error instanceof Error && (error as Partial<PostgresError>).code === sqlState;
}

/** `constraintName` is the name of the constraint or of the unique index. */
export const isUniqueViolation = (error: unknown, constraintName?: string): boolean =>
  hasState(error, "23505") && (constraintName === undefined || error.constraint === constraintName);

/** Detects a serialization failure or a deadlock, after which a retry of the transaction may succeed. */
export const isRetryable = (error: unknown): boolean => hasState(error, "40001") || hasState(error, "40P01");

/** The connection was lost after COMMIT had been sent, so the transaction may have been committed. */
export class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`the transaction may have been committed, although its connection was lost: ${reason}`, { cause });
  }
}
