import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { callUrl } from "#test/processes/killed-server.ts";
import type { SystemPostgres } from "#test/database/system-postgres.ts";
import { placeStarts } from "./fault-starts.ts";
import { type FaultWorld, isReady, until } from "./fault-world.ts";
import type { Fault } from "./run-fault.ts";

const attempts = 50;

/**
 * The database becomes read-only, as a primary that is demoted to a standby, while starts are in progress. Meanwhile, the
 * server must answer no call and process no message; customers repeat their calls until the database can be written.
 */
export const readOnlyStandby: Fault = {
  name: "read-only-standby",
  broker: "mosquitto",
  ownPostgres: true,
  async strike(world) {
    const chairs = world.fleet.chairs();
    // A result of the moment before the server had connected to the broker may still be in use.
    await until(() => isReady(world), 20_000);
    const half = Math.ceil(chairs.length / 2);
    const early = placeStarts(world, 1_000, chairs.slice(0, half));
    await setReadOnly(world, "on");
    if (!(await until(async () => !(await isReady(world)), 20_000)))
      world.findings.push("a server on a read-only database says that it is ready");
    const before = await processed(world);
    const codes: (number | null)[] = [];
    for (let n = 0; n < attempts; n += 1) {
      const url = world.serving()?.url as string;
      codes.push((await callUrl(url, loginInfo, {}, {}))?.code ?? null);
    }
    const taken = codes.filter((code) => code !== 503).length;
    const messages = (await processed(world)) - before;
    console.log(`read-only-standby: ${attempts} calls, ${taken} taken; ${messages} messages processed`);
    if (taken > 0)
      world.findings.push(`${taken} calls were not answered by 503, but by ${[...new Set(codes)].join()}`);
    if (messages > 0) world.findings.push(`${messages} messages were processed`);
    const late = placeStarts(world, 500, chairs.slice(half));
    await setReadOnly(world, "off");
    if (!(await until(() => isReady(world), 20_000)))
      world.findings.push("a server whose database can be written again does not become ready");
    return (await Promise.all([early, late])).flat();
  },
};

async function setReadOnly({ postgres }: FaultWorld, value: "on" | "off"): Promise<void> {
  const { administer } = postgres as SystemPostgres;
  await administer(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await administer("SELECT pg_reload_conf()");
}

async function processed({ test }: FaultWorld): Promise<number> {
  const { count } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM chair_event) + (SELECT count(*) FROM chair_command WHERE replied_at IS NOT NULL)
      AS count`.firstRow(test.database);
  return count;
}
