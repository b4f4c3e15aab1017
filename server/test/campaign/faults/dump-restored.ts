import { join } from "node:path";
import { runPrinting } from "#test/clients/command-line.ts";
import type { SystemPostgres } from "#test/database/system-postgres.ts";
import { placeStarts } from "./fault-starts.ts";
import type { FaultWorld } from "./fault-world.ts";
import type { Fault } from "./run-fault.ts";

/**
 * Kills the server while starts are in progress, dumps its database, and restores it into a new cluster. The new cluster
 * lacks the application's role until `migrate` creates it.
 */
export const dumpRestored: Fault = {
  name: "dump-restored",
  broker: "embedded",
  ownPostgres: true,
  async strike(world) {
    const postgres = world.postgres as SystemPostgres;
    const chairs = world.fleet.chairs();
    const half = Math.ceil(chairs.length / 2);
    // The dump must contain every accepted start, so no call may be in progress when the server is killed.
    const before = await placeStarts(world, 1_000, chairs.slice(0, half));
    await world.killServer();
    const dump = join(postgres.socketFolder, "network.dump");
    await postgres.run("pg_dump", "--format=custom", `--file=${dump}`, postgres.urlOf("reposo"));
    await postgres.recreate();
    await postgres.administer("CREATE DATABASE reposo");
    const target = `--dbname=${postgres.urlOf("reposo")}`;
    await postgres.run("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", target, dump);
    await migrate(world, postgres);
    const after = placeStarts(world, 1_000, chairs.slice(half));
    await world.startServer();
    return [...before, ...(await after)];
  },
};

async function migrate({ findings }: FaultWorld, { socketFolder, urlOf }: SystemPostgres): Promise<void> {
  const env = { DATABASE_URL: urlOf("reposo") };
  const { code, out } = await runPrinting(["migrate"], { env, folder: socketFolder });
  if (code !== 0) findings.push(`migrate of the restored database ended with ${code}: ${out}`);
}
