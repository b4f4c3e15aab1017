import type { ChairGateway } from "#chairs/index.ts";
import { findOldestDue } from "#platform/jobs/outbox-store.ts";
import type { AppDependencies } from "./host.ts";
import { sendCommandJob } from "#features/chair-commands/index.ts";

/**
 * Returns two functions. `queueAgeMs` measures for how many milliseconds the oldest message to or from a chair has been
 * waiting: replies and states that this server received, commands that it sends, and commands of all servers in the
 * outbox. `findStartObstacle` returns why this server cannot accept starts, or null if it can.
 */
export function createFindStartObstacle({
  config,
  clock,
  database,
  storage,
  gateway,
}: Pick<AppDependencies, "clock" | "database" | "storage"> & {
  readonly config: Pick<AppDependencies["config"], "startDeadlineSeconds">;
  readonly gateway: Pick<ChairGateway, "backlog">;
}) {
  // A start waits in the outbox, and its reply in the queue of chair messages. If each takes at most a quarter of the
  // start deadline, the other half remains for the chair, and for a queue that grows after the payment.
  const maxAgeMs = (config.startDeadlineSeconds * 1000) / 4;

  const queueAgeMs = async (): Promise<number> => {
    const now = clock.now();
    const dueAt = (await findOldestDue(database, sendCommandJob, now)) ?? now;
    return Math.max(now.getTime() - dueAt.getTime(), gateway.backlog().ageMs);
  };

  return {
    queueAgeMs,
    async findStartObstacle(): Promise<string | null> {
      // The server might be unable to record the start or the end of an order.
      if (!(await storage.hasFreeSpace())) return "the storage of the database is full";
      if (gateway.backlog().isFull) return "the queue of chair messages is full";
      const ageMs = await queueAgeMs();
      return ageMs > maxAgeMs ? `messages to or from chairs wait for ${Math.round(ageMs)} ms` : null;
    },
  };
}
