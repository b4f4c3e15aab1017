import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import { deleteUnclaimedJobs } from "#platform/jobs/outbox-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const timeoutMs = 10 * 60_000;

/**
 * Deletes `disconnectDevice` jobs that have been due for ten minutes while a broker was connected. A server with an
 * embedded broker would have processed them within a second, so the broker is external. A warning then requests that
 * its administrator changes the secret and ends the connection there. While no broker is connected, the jobs are kept,
 * because the server with the embedded broker may be stopped.
 */
export function expireDisconnects({
  database,
  clock,
  log,
  brokerConnected,
}: {
  database: Database;
  clock: Clock;
  log: Log;
  brokerConnected: () => boolean;
}) {
  /**
   * When this task first found the broker connected; null if its latest run found it disconnected, which starts the ten
   * minutes again.
   */
  let connectedSince: Date | null = null;

  return async (): Promise<void> => {
    const at = clock.now();
    const dueBefore = new Date(at.getTime() - timeoutMs);
    connectedSince = brokerConnected() ? (connectedSince ?? at) : null;
    if (connectedSince === null || connectedSince > dueBefore) return;
    const expired = await transact(database, async (uow) => {
      const jobs = await deleteUnclaimedJobs(uow, { kind: "disconnectDevice", dueBefore });
      for (const { subject, createdAt } of jobs)
        addAuditEntry(uow, {
          at,
          actor: "server",
          action: "device.notCutOff",
          subject: `device:${subject}`,
          detail: { requestedAt: createdAt.toISOString() },
        });
      return jobs;
    });
    for (const { subject } of expired)
      log.warn(
        { deviceId: subject },
        "devices: the external broker may still accept this chair's replaced secret; end its connection and change the secret there",
      );
  };
}
