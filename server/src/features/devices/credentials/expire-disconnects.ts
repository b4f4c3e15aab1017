import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import { deleteUnclaimedJobs } from "#platform/jobs/outbox-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const patienceMs = 10 * 60_000;

/**
 * A server with a broker of its own takes `disconnectDevice` within a second. Where nobody has for so long, either
 * that server is gone, and the chair's connection with it, or the broker is nobody's here: it keeps secrets by
 * itself, and only whoever runs it can change one or end a connection.
 */
export const giveUpCuttingOff =
  ({ database, clock, log }: { database: Database; clock: Clock; log: Log }) =>
  (): Promise<void> =>
    transact(database, async (uow) => {
      const at = clock.now();
      const dueBefore = new Date(at.getTime() - patienceMs);
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
          "the broker is not ours: end this chair's connection and change its secret there",
        );
      }
    });
