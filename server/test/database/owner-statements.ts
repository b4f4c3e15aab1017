/** Statements that an attacker could inject to gain the rights of the database's owner. */
export const ownerStatements = [
  "SET ROLE NONE; UPDATE ledger_entry SET amount_minor = 0",
  "RESET ROLE; DELETE FROM audit_entry",
  "RESET SESSION AUTHORIZATION; UPDATE order_transition SET cause = ''",
  "SET ROLE NONE; COPY (SELECT 1) TO PROGRAM 'true'",
  "SET ROLE NONE; COPY account TO '/tmp/reposo-accounts'",
  "SET ROLE NONE; ALTER TABLE ledger_entry DISABLE TRIGGER ALL",
  "SET ROLE NONE; DELETE FROM schema_migration",
  "SET ROLE NONE; CREATE TABLE own (id int)",
  "SET ROLE NONE; ALTER ROLE reposo_app SUPERUSER",
];

/** Messages with which PostgreSQL refuses them. */
export const ownerRefusal = /permission denied|must be owner|must be superuser/;
