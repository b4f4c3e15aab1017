import { silentLog } from "#platform/logging/log.ts";
import type { OutboxContext } from "#platform/jobs/outbox.ts";

/** Context for a handler that a test calls directly, without a stored job. */
export const soleWorker: OutboxContext = {
  signal: new AbortController().signal,
  log: silentLog,
  confirmLease: async () => {},
};
