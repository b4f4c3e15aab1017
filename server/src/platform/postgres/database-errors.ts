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

/** Thrown in a transaction that must be repeated, e.g. because a random number exists. */
export class RepeatTransactionError extends Error {}

/** Detects a serialization failure or a deadlock, after which a retry of the transaction may succeed. */
export const isRetryable = (error: unknown): boolean =>
  hasState(error, "40001") || hasState(error, "40P01") || error instanceof RepeatTransactionError;

/** The connection was lost after COMMIT had been sent, so the transaction may have been committed. */
export class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`the transaction may have been committed, although its connection was lost: ${reason}`, { cause });
  }
}

const socketFaults = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** The driver sets no code for these errors of a connection; the third is the client's deadline of a statement. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout expired|timeout exceeded when trying to connect)/i;

/**
 * Returns true if no statement was executed because the connection was lost, could not be opened in time, or leads to a
 * server that stops, starts, or is read-only. The statement may succeed on another connection. SQLSTATE class 08 is a
 * lost connection, 57P01 to 57P03 a server that stops or starts, 25P03 a transaction that was idle for too long, and
 * 25006 a read-only server.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code === undefined) return lostConnection.test(error.message);
  // ENOENT of a connection is a missing socket of the database; ENOENT of `open` is a missing file.
  return /^(08...|57P0[123]|25P03|25006)$/.test(code) || (socketFaults.has(code) && syscall !== "open");
}

/** Returns true if PostgreSQL did not answer a statement within the client's deadline. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === "Query read timeout";

/**
 * Returns true if the database is restarting, shutting down, unreachable, read-only, or out of space or connections, or
 * if its connection was lost during a commit. These conditions are temporary, so clients get 503 instead of 500.
 * SQLSTATE 53100 is a full disk, and 53300 too many connections.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof UnknownOutcomeError ||
  isConnectionLost(error) ||
  hasState(error, "53100") ||
  hasState(error, "53300");
