import type { Database } from "#platform/postgres/database.ts";

/** Executes a statement during the commit of the next transaction that writes an audit entry. */
export async function atNextCommit(owner: Database, statement: string): Promise<void> {
  await owner.query(`
    DROP TRIGGER IF EXISTS disturb ON audit_entry;
    DROP SEQUENCE IF EXISTS disturbances;
    CREATE SEQUENCE disturbances;
    GRANT USAGE ON SEQUENCE disturbances TO PUBLIC;
    CREATE OR REPLACE FUNCTION disturb() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('disturbances') = 1 THEN ${statement}; END IF; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER disturb AFTER INSERT ON audit_entry DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION disturb()`);
}
