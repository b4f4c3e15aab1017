import type { PoolConfig } from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { systemClock } from "#platform/time/clock.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { silentLog } from "#platform/logging/log.ts";
import { createOutboxWorker } from "#platform/jobs/outbox.ts";
import { sql } from "#platform/postgres/sql.ts";

/** Runs only an outbox worker, which is to be killed at a fail point. Prints every attempt of every effect. */
const database = connectDatabase({
  connection: { ...(JSON.parse(process.env["CONNECTION"] ?? "{}") as PoolConfig), user: applicationRole },
});
const worker = createOutboxWorker({
  database,
  clock: systemClock,
  log: silentLog,
  leaseMs: Number(process.env["LEASE_MS"]),
  handlers: {
    effect: async (job) => {
      process.stdout.write(`${job.attempts}\n`);
    },
  },
});
worker.start();
for (let empty = 0; empty < 2; ) {
  await delay(100);
  const [row] = await sql<{ outbox_id: number }>`SELECT outbox_id FROM outbox`.rows(database);
  empty = row ? 0 : empty + 1;
}
await worker.stop();
await database.destroy();
