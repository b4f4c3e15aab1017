import type pg from "pg";
import { createRole } from "./application-rights.ts";

/** Owns the tables and functions if the role that migrates is a superuser; nobody logs in as this role. */
const ownerRole = "reposo_owner";

/** Rights to create objects, with which the application could replace what its owner's functions refer to. */
const creationRights = `
  SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, reposo_app', datname) AS statement FROM pg_database
  WHERE datname = current_database() AND pg_has_role(datdba, 'USAGE')
    AND has_database_privilege('reposo_app', datname, 'TEMPORARY')
  UNION ALL
  SELECT 'REVOKE CREATE ON SCHEMA public FROM PUBLIC, reposo_app' FROM pg_namespace
  WHERE nspname = 'public' AND pg_has_role(nspowner, 'USAGE') AND has_schema_privilege('reposo_app', oid, 'CREATE')`;

/**
 * Tables and functions of superusers, except those of extensions, for a superuser's session only. Tables come first,
 * because a function needs its owner's rights to them. If the ledger's owner is not a superuser, it is a role that the
 * operator has chosen, and becomes the owner of these objects; otherwise `reposo_owner` does.
 */
const superusersObjects = `
  SELECT format('ALTER %s OWNER TO %I', object, owner) AS statement, owner FROM (
    SELECT 1 AS place, 'TABLE ' || oid::regclass AS object, oid, relowner AS superuser FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
    UNION ALL
    SELECT 2, 'ROUTINE ' || oid::regprocedure, oid, proowner FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ) AS objects JOIN pg_roles ON pg_roles.oid = superuser AND rolsuper, (
    SELECT coalesce((SELECT rolname FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner AND NOT rolsuper
      WHERE pg_class.oid = to_regclass('public.ledger_entry')), '${ownerRole}') AS owner) AS owner
  WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = objects.oid AND deptype = 'e')
    AND EXISTS (SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper)
  ORDER BY place, object`;

interface Correction {
  readonly statement: string;
}

async function findCorrections(client: pg.Client) {
  const [{ rows: revocations }, { rows: transfers }] = [
    await client.query<Correction>(creationRights),
    await client.query<Correction & { owner: string }>(superusersObjects),
  ];
  return { revocations, transfers };
}

/** Returns whether this role can take excessive rights from the application's role, which must exist. */
export async function hasExcessiveRights(client: pg.Client): Promise<boolean> {
  const { revocations, transfers } = await findCorrections(client);
  return revocations.length > 0 || transfers.length > 0;
}

/**
 * Takes away rights that a database has by default, and the superuser's rights of the functions that execute with their
 * owner's rights. Each statement is a transaction of its own, because servers may be using the tables.
 */
export async function removeExcessiveRights(client: pg.Client): Promise<void> {
  const { revocations, transfers } = await findCorrections(client);
  const owner = transfers[0]?.owner;
  if (owner === ownerRole) await createRole(client, ownerRole);
  // The function that creates the monthly partitions needs CREATE.
  if (owner !== undefined) await client.query(`GRANT USAGE, CREATE ON SCHEMA public TO "${owner}"`);
  for (const { statement } of [...revocations, ...transfers]) await client.query(statement);
}
