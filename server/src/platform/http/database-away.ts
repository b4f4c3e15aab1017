const socketFaults = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"]);

/**
 * The database is restarting, shutting down or out of reach: a moment's matter, told as 503 and not as 500.
 * SQLSTATE class 08 is a lost connection, 57P01 to 57P03 a server on its way down or up, 53300 one that is full.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (code !== undefined) {
    return /^(08...|57P0[123]|53300)$/.test(code) || (socketFaults.has(code) && syscall !== "open");
  }
  // The driver names neither a code nor a class for these.
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/i.test(
    error.message,
  );
}
