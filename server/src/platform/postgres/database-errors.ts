interface PostgresError extends Error {
  code: string;
  constraint?: string;
}

export function hasState(error: unknown, sqlState: string): error is PostgresError {
  return error instanceof Error && (error as Partial<PostgresError>).code === sqlState;
}

function violates(error: unknown, sqlState: string, constraintName?: string): boolean {
  return hasState(error, sqlState) && (constraintName === undefined || error.constraint === constraintName);
}

/** `constraintName` is the name of the constraint or of the unique index. */
export const isUniqueViolation = (error: unknown, constraintName?: string): boolean =>
  violates(error, "23505", constraintName);

export const isCheckViolation = (error: unknown, constraintName?: string): boolean =>
  violates(error, "23514", constraintName);

export const isForeignKeyViolation = (error: unknown, constraintName?: string): boolean =>
  violates(error, "23503", constraintName);

/** Detects a serialization failure or a deadlock, after which a retry of the transaction may succeed. */
export const isRetryable = (error: unknown): boolean => hasState(error, "40001") || hasState(error, "40P01");
