import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "#platform/postgres/database.ts";
import { migrate, migrationsFolder } from "#platform/postgres/migrate.ts";
import { createEmptyDatabase, importingOrders } from "./database.ts";

export interface EarlierDatabase {
  readonly connection: Awaited<ReturnType<typeof createEmptyDatabase>>;
  readonly owner: Database;
  close(): Promise<void>;
}

/** Opens a database with the schema before the given migration, such as `0102`. The owner may write past orders. */
export async function openEarlierDatabase(migration: string): Promise<EarlierDatabase> {
  const connection = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "reposo-migrations-"));
  for (const name of await readdir(migrationsFolder))
    if (name < migration) await cp(join(migrationsFolder, name), join(folder, name));
  await migrate(connection, folder);
  const owner = connectDatabase({ connection: { ...connection, ...importingOrders }, poolSize: 1 });
  return {
    connection,
    owner,
    async close() {
      await owner.destroy();
      await connection.drop();
      await rm(folder, { recursive: true });
    },
  };
}
