/**
 * Limit of waits that have none of their own: long enough for a busy machine, but shorter than the timeout of a test, which
 * would not tell what did not respond.
 */
export const maxWaitMs = 60_000;
