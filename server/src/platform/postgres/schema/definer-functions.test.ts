import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase } from "#test/database/database.ts";
import { applicationRole } from "./application-login.ts";
import { migrate } from "./migrate.ts";
import { withClient } from "#platform/postgres/with-client.ts";

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeEach(async () => {
  empty = await createEmptyDatabase();
});
afterEach(() => empty.drop());

const asOwner = (text: string) =>
  withClient(empty, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

/** Executes the statements in one transaction, which is rolled back. */
const asApplication = (...statements: string[]) =>
  withClient({ ...empty, user: applicationRole }, async (client) => {
    await client.query("BEGIN");
    for (const statement of statements) await client.query(statement);
    await client.query("ROLLBACK");
  });

const definerFunctions = `
  SELECT proname AS name, rolsuper AS "ofSuperuser", has_function_privilege('public', p.oid, 'EXECUTE') AS "isPublic",
    coalesce('search_path=public, pg_temp' = ANY (proconfig), false) AS "hasPath"
  FROM pg_proc p JOIN pg_roles ON pg_roles.oid = proowner
  WHERE prosecdef AND pronamespace <> 'pg_catalog'::regnamespace`;

const sharedRights = `
  SELECT has_database_privilege('reposo_app', current_database(), 'TEMP') AS temporary,
    has_schema_privilege('reposo_app', 'public', 'CREATE') AS "create",
    (SELECT count(*)::int FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner
      WHERE relnamespace = 'public'::regnamespace AND rolsuper) AS "tablesOfSuperusers"`;

/** Executes a statement with the rights of the owner of a trigger function that reads the transition table. */
const escalation = [
  `CREATE FUNCTION pg_temp.escalate() RETURNS text LANGUAGE plpgsql AS
    'BEGIN ALTER ROLE reposo_app SUPERUSER; RETURN ''unpaid''; END'`,
  `CREATE TEMPORARY VIEW orders_after AS SELECT gen_random_uuid() AS order_id, 'x' AS outlet_id, 'x' AS device_id,
    NULL::uuid AS parent_order_id, NULL::uuid AS customer_id, 'online' AS pay_type, pg_temp.escalate() AS status, now() AS ends_at,
    now() AS deadline_at`,
  "GRANT SELECT ON orders_after TO PUBLIC",
  "CREATE TEMPORARY TABLE bait (id integer)",
  "CREATE TRIGGER bait AFTER INSERT ON bait EXECUTE FUNCTION public.keep_open_orders()",
  "INSERT INTO bait VALUES (1)",
];

describe("functions with their owner's rights", () => {
  it("[RUN-2] have a fixed search path and an owner who is not a superuser, and are not public", async () => {
    await migrate(empty);
    const functions = await asOwner(definerFunctions);
    expect(functions.length).toBeGreaterThan(5);
    for (const one of functions)
      expect(one).toEqual({ name: one["name"], ofSuperuser: false, isPublic: false, hasPath: true });
    expect(await asOwner(sharedRights)).toEqual([{ temporary: false, create: false, tablesOfSuperusers: 0 }]);
  });

  it("[RUN-2] do not let the application become a superuser", async () => {
    await migrate(empty);
    await expect(asApplication(...escalation)).rejects.toThrow("permission denied");
    // Each of the protections is sufficient alone.
    await asOwner(`GRANT TEMPORARY ON DATABASE ${empty.database} TO reposo_app`);
    await expect(asApplication(...escalation)).rejects.toThrow(
      "permission denied for function public.keep_open_orders",
    );
    await asOwner("GRANT EXECUTE ON FUNCTION keep_open_orders TO reposo_app");
    await expect(asApplication(...escalation)).rejects.toThrow("permission denied to alter role");
  });

  it("[RUN-2] are corrected in a database that exists already", async () => {
    await migrate(empty);
    await asOwner("ALTER TABLE orders OWNER TO CURRENT_USER");
    await asOwner("ALTER FUNCTION keep_open_orders OWNER TO CURRENT_USER");
    await asOwner(`GRANT TEMPORARY ON DATABASE ${empty.database} TO PUBLIC`);
    await asOwner("GRANT CREATE ON SCHEMA public TO PUBLIC");
    expect(await migrate(empty)).toEqual({ applied: [] });
    expect((await asOwner(definerFunctions)).filter(({ ofSuperuser }) => ofSuperuser)).toEqual([]);
    expect(await asOwner(sharedRights)).toEqual([{ temporary: false, create: false, tablesOfSuperusers: 0 }]);
  });
});
