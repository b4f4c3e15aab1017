import { startEmbeddedPostgres } from "#platform/postgres/embedded/embedded-postgres.ts";
import { silentLog } from "#platform/logging/log.ts";
import { migrate } from "#platform/postgres/schema/migrate.ts";

/** Starts a database in the given folder as the current user, migrates it, and stops it. */
const postgres = await startEmbeddedPostgres({ dataFolder: process.argv[2] as string, log: silentLog });
await migrate(postgres.connection);
process.stdout.write(`${postgres.clusterFolder}\n`);
await postgres.stop();
