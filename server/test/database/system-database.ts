import { openApplicationLogin } from "#platform/postgres/schema/application-login.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { migrate } from "#platform/postgres/schema/migrate.ts";
import { importingOrders, type TestDatabase } from "./database.ts";
import type { SystemPostgres } from "./system-postgres.ts";

/** Opens a migrated database on the installed PostgreSQL; it is removed together with its cluster. */
export async function openSystemDatabase({
  administer,
  socketFolder,
}: SystemPostgres): Promise<TestDatabase> {
  await administer("CREATE DATABASE reposo");
  const owner = { host: socketFolder, user: "admin", database: "reposo" };
  await migrate(owner);
  const { connection } = await openApplicationLogin({ connection: owner, owner });
  // Idle connections break when PostgreSQL is killed; the next query then opens another connection.
  const onIdleError = () => {};
  const database = connectDatabase({ connection, poolSize: 8, onIdleError });
  const asOwner = connectDatabase({ connection: { ...owner, ...importingOrders }, poolSize: 4, onIdleError });
  return {
    database,
    owner: asOwner,
    connection: owner,
    async close() {
      await Promise.all([database.destroy(), asOwner.destroy()]);
    },
  };
}
