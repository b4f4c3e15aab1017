import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import { deleteUnclaimedJobs } from "#platform/jobs/outbox-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const timeoutMs = 10 * 60_000;

/**
 * Deletes `disconnectDevice` jobs that have been due for ten minutes. A server with an embedded broker
 * processes such a job within a second. A remaining job has one of two causes: that server has stopped, which
 * ended the connection, or the broker is external, and its operator has to change the secret and end the
 * connection.
 */
export const expireDisconnects =
  ({ database, clock, log }: { database: Database; clock: Clock; log: Log }) =>
  (): Promise<void> =>
    transact(database, async (uow) => {
      const at = clock.now();
      const dueBefore = new Date(at.getTime() - timeoutMs);
      for (const { subject, createdAt } of await deleteUnclaimedJobs(uow, {
        kind: "disconnectDevice",
        dueBefore,
      })) {
        addAuditEntry(uow, {
          at,
          actor: "server",
          action: "device.notCutOff",
          subject,
          detail: { askedAt: createdAt.toISOString() },
        });
        log.warn(
          { deviceId: subject },
          "the broker is external: end this chair's connection and change its secret there",
        );
      }
    });
