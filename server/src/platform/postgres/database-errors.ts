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
