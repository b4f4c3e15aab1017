import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { writesOf } from "#test/database/written-columns.ts";
import { sql } from "#platform/postgres/sql.ts";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly isUpdatable: boolean;
}

interface Table {
  readonly table: string;
  readonly isReadable: boolean;
  readonly isInsertable: boolean;
  readonly isDeletable: boolean;
  readonly hasOtherRights: boolean;
}

let test: TestDatabase;
let tables: Table[];
let columns: Column[];
beforeAll(async () => {
  test = await openTestDatabase();
  // Monthly partitions have no rights of their own: statements name the table of all months.
  const isTable = sql`relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
    AND (NOT relispartition OR relacl IS NOT NULL)`;
  tables = await sql<Table>`
    SELECT relname AS table, has_table_privilege('reposo_app', oid, 'SELECT') AS "isReadable",
      has_table_privilege('reposo_app', oid, 'INSERT') AS "isInsertable",
      has_table_privilege('reposo_app', oid, 'DELETE') AS "isDeletable",
      has_table_privilege('reposo_app', oid, 'TRUNCATE, REFERENCES, TRIGGER')
        OR has_any_column_privilege('reposo_app', oid, 'REFERENCES') AS "hasOtherRights"
    FROM pg_class WHERE ${isTable} ORDER BY relname`.rows(test.database);
  columns = await sql<Column>`
    SELECT relname AS table, attname AS column,
      has_column_privilege('reposo_app', oid, attnum, 'UPDATE') AS "isUpdatable"
    FROM pg_class JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped
    WHERE ${isTable} ORDER BY relname, attnum`.rows(test.database);
});
afterAll(() => test.close());

const updatableOf = (name: string): string[] =>
  columns.filter(({ table, isUpdatable }) => table === name && isUpdatable).map(({ column }) => column);

const yesOrNo = (may: boolean): string => (may ? "yes" : "no");

function page(): string {
  const rows = tables.map(({ table, isInsertable, isDeletable }) => {
    const updatable = updatableOf(table).map((column) => `\`${column}\``);
    return `| \`${table}\` | ${yesOrNo(isInsertable)} | ${updatable.join(", ") || "none"} | ${yesOrNo(isDeletable)} |`;
  });
  return `# Rights of the database role

The server and its commands use the database as the role \`reposo_app\` ([database roles](operating.md#database-roles)). It may read
every table, and write only what a statement of the product writes:

- It inserts rows, and changes only the listed columns of existing rows. A ledger entry, a transition, an event of a chair, an entry
  of the audit trail, and a collection never change, nor do the amount and the currency of a payment, a refund, or a quarantined coin.
  Amount, minutes, gear, and time of an order can be changed because further coins extend an order that was paid with coins;
  \`audit\` compares the amounts of orders with the ledger.
- It deletes only rows that expire or that a user removes. Unpaid orders are deleted by the function \`purge_unpaid_orders\`, which
  checks their age.
- Tables without any of these rights are written by triggers, or by migrations (\`schema_migration\`).

A test writes this page from a migrated database (\`vitest --update\`). The rights themselves are in the migrations and, for a
restored database, in \`server/schema.sql\`.

| table | inserts | changes | deletes |
|---|---|---|---|
${rows.join("\n")}
`;
}

describe("the application's role", () => {
  it("[RUN-2] has the rights that the documentation lists", async () => {
    expect(tables.filter(({ hasOtherRights }) => hasOtherRights)).toEqual([]);
    expect(tables.filter(({ isReadable }) => !isReadable)).toEqual([]);
    const documentation = join(
      import.meta.dirname,
      "..",
      "..",
      "..",
      "..",
      "..",
      "docs",
      "database-rights.md",
    );
    await expect(page()).toMatchFileSnapshot(documentation);
  });

  it("[RUN-2] may write exactly what the product's statements write", () => {
    // The demo is loaded by the owner, and so are migrations.
    const writes = writesOf(join(import.meta.dirname, "..", "..", ".."), {
      except: ["demo/history/**", "demo/demo-state-store.ts", "platform/postgres/schema/migrate.ts"],
    });
    // Statements of the product fill these only when the owner loads the demo; triggers maintain them otherwise.
    for (const filled of ["order_rollup", "outlet_order_rollup"]) writes.delete(filled);
    const written = tables.map(({ table }) => {
      const { inserts = false, deletes = false, updates = new Set<string>() } = writes.get(table) ?? {};
      return { table, inserts, deletes, updates: [...updates].sort() };
    });
    const granted = tables.map(({ table, isInsertable, isDeletable }) => {
      return { table, inserts: isInsertable, deletes: isDeletable, updates: updatableOf(table).sort() };
    });
    expect(granted).toEqual(written);
  });

  it("[G-1] cannot change any other column, and can change the granted ones", async () => {
    const attempt = (assignments: string, table: string) =>
      sql`UPDATE ${sql.identifier(table)} SET ${sql.raw(assignments)} WHERE false`.execute(test.database);
    const changed: string[] = [];
    for (const { table, column, isUpdatable } of columns) {
      if (isUpdatable) continue;
      const refused = await attempt(`${column} = DEFAULT`, table).then(
        () => false,
        (error: unknown) => (error as Error).message.startsWith("permission denied"),
      );
      if (!refused) changed.push(`${table}.${column}`);
    }
    expect(changed).toEqual([]);
    for (const { table } of tables) {
      const updatable = updatableOf(table);
      if (updatable.length > 0) await attempt(updatable.map((name) => `${name} = ${name}`).join(", "), table);
    }
    const forbidden = [
      "payment.amount_minor",
      "refund.amount_minor",
      "orders.currency",
      "cash_collection.counted_minor",
    ];
    for (const name of [...forbidden, "coupon.code", "quarantined_coin.amount_minor", "price.amount_minor"])
      expect(columns.find(({ table, column }) => `${table}.${column}` === name)?.isUpdatable, name).toBe(
        false,
      );
  });
});
