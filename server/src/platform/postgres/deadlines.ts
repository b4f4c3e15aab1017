/**
 * All time limits of this side of a connection to PostgreSQL, in milliseconds. PostgreSQL cancels a slow statement itself
 * (`statement_timeout`), but a machine that has disappeared, or a proxy that has lost its peer, answers nothing at all.
 * A connection that reaches a limit of this side is closed and never used again.
 */
export const databaseDeadlines = {
  /** Opening a connection, including the login. */
  connectMs: 5_000,
  /** Time beyond `statement_timeout` until the answer must have arrived. */
  answerMs: 2_000,
  /** `statement_timeout` of an export, which reads many rows, unless the setting of the server is longer. */
  exportStatementMs: 60_000,
  /** Time for which a slow recipient may keep an export waiting. */
  exportIdleMs: 600_000,
  /** `statement_timeout` of a command, such as an audit or an import. */
  commandStatementMs: 3_600_000,
  /** A statement before the pool exists, except migrations and backups, which take any time. */
  startStatementMs: 60_000,
  /** A check of whether the database can be written, including a new connection. */
  checkMs: 2_000,
  /** Silence after which the operating system checks whether the peer of an idle connection still exists. */
  keepAliveMs: 5_000,
} as const;

/** Options of every connection. Node closes an idle connection whose peer does not answer ten probes, one a second. */
export const connectionOptions = {
  connectionTimeoutMillis: databaseDeadlines.connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: databaseDeadlines.keepAliveMs,
} as const;
