import { sql } from "./sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { eventually } from "#test/app/order-app.ts";
import { connectDatabase } from "./database.ts";
import { isUniqueViolation } from "./database-errors.ts";
import { insertRows } from "#test/database/insert-rows.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

describe("the application's role", () => {
  it("is reposo_app on every connection", async () => {
    const { rows } = await sql<{ name: string }>`SELECT current_user AS name`.execute(test.database);
    expect(rows[0]?.name).toBe("reposo_app");
  });

  it.each(["ledger_entry", "order_transition", "audit_entry", "chair_event"])(
    "[G-1] can neither change nor delete a row of %s",
    async (table) => {
      const column = {
        ledger_entry: "order_id",
        order_transition: "cause",
        audit_entry: "actor",
        chair_event: "type",
      };
      const name = sql.identifier(column[table as keyof typeof column]);
      const refused = /permission denied/;
      await expect(
        sql`UPDATE ${sql.identifier(table)} SET ${name} = ${name}`.execute(test.database),
      ).rejects.toThrow(refused);
      await expect(sql`DELETE FROM ${sql.identifier(table)}`.execute(test.database)).rejects.toThrow(refused);
      await expect(sql`TRUNCATE ${sql.identifier(table)} CASCADE`.execute(test.database)).rejects.toThrow(
        refused,
      );
      await expect(sql`SELECT FROM ${sql.identifier(table)}`.execute(test.database)).resolves.toBeDefined();
    },
  );

  it("[G-1] cannot delete an order, a payment, or a refund, or change the schema", async () => {
    for (const table of ["orders", "payment", "refund"]) {
      await expect(sql`DELETE FROM ${sql.identifier(table)}`.execute(test.database)).rejects.toThrow(
        /permission denied/,
      );
    }
    await expect(sql`ALTER TABLE ledger_entry DISABLE TRIGGER ALL`.execute(test.database)).rejects.toThrow(
      /must be owner/,
    );
    await expect(sql`CREATE TABLE own (id int)`.execute(test.database)).rejects.toThrow(/permission denied/);
  });

  it("can write every table of the schema, except those that the database maintains itself", async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND relname <> 'schema_migration'
        AND NOT (has_table_privilege('reposo_app', oid, 'SELECT') AND has_table_privilege('reposo_app', oid, 'INSERT'))
    `.execute(test.database);
    const maintained = [
      "feedback_answer",
      "moved_order",
      "open_order",
      "order_rollup",
      "outlet_order_rollup",
    ];
    expect(rows.map((row) => row.name).sort()).toEqual(maintained);
    for (const { name } of rows)
      await sql`SELECT FROM ${sql.identifier(name)} LIMIT 0`.execute(test.database);
  });
});

describe("values", () => {
  it("are returned as numbers, dates, and buffers", async () => {
    const { rows } =
      await sql`SELECT 9007199254740991::int8 AS large, sum(x) AS total, '\\x00ff'::bytea AS bytes,
      timestamptz '2026-11-21T01:02:03.456Z' AS at FROM (VALUES (1::int8), (2)) AS v (x)`.execute(
        test.database,
      );
    expect(rows[0]).toEqual({
      large: Number.MAX_SAFE_INTEGER,
      total: 3,
      bytes: Buffer.from([0, 255]),
      at: new Date("2026-11-21T01:02:03.456Z"),
    });
  });

  it("that a number cannot represent exactly are rejected instead of rounded", async () => {
    await expect(sql`SELECT 9007199254740993::int8`.execute(test.database)).rejects.toThrow(RangeError);
  });
});

it("names the constraint that a row violated", async () => {
  const outlet = {
    outlet_id: "O1",
    name: "One",
    time_zone: "Asia/Manila",
    currency: "PHP" as const,
    created_at: new Date(),
  };
  const insert = (values: typeof outlet) => insertRows(test.database, "outlet", [values]);
  await insert(outlet);
  const twice = await insert(outlet).catch((error: unknown) => error);
  expect(isUniqueViolation(twice, "outlet_pkey")).toBe(true);
  expect(isUniqueViolation(twice)).toBe(true);
  expect(isUniqueViolation(twice, "another")).toBe(false);
  const wrong = await insert({ ...outlet, outlet_id: "O 2" }).catch((error: unknown) => error);
  expect(wrong).toMatchObject({ code: "23514", constraint: "outlet_outlet_id_check" });
  const foreign = await insertRows(test.database, "outlet_manager", [
    { outlet_id: "O9", account_id: "00000000-0000-4000-8000-000000000000" },
  ]).catch((error: unknown) => error);
  expect(foreign).toMatchObject({ code: "23503", constraint: "outlet_manager_outlet_id_fkey" });
});

it("reports the loss of an idle connection without the driver's client, whose keys would be logged", async () => {
  const errors: Error[] = [];
  const database = connectDatabase({
    connection: { ...test.connection, application_name: "idle" },
    poolSize: 1,
    onIdleError: (error) => errors.push(error),
  });
  await sql`SELECT`.execute(database);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'idle'`.execute(
    test.owner,
  );
  await eventually(async () => expect(errors).toHaveLength(1));
  expect(errors[0]).toMatchObject({ code: "57P01" });
  expect(errors[0]).not.toHaveProperty("client");
  await database.destroy();
});

it("reports no connection that the database ends while the pool is closing", async () => {
  const errors: Error[] = [];
  const database = connectDatabase({
    connection: test.connection,
    poolSize: 1,
    onIdleError: (error) => errors.push(error),
  });
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database);
  const pid = rows[0]?.pid as number;
  // The process is stopped, so that the end of its session finds the client still connected.
  process.kill(pid, "SIGSTOP");
  const closed = database.destroy();
  await sql`SELECT pg_terminate_backend(${pid})`.execute(test.owner);
  process.kill(pid, "SIGCONT");
  await closed;
  await eventually(async () =>
    expect((await sql`SELECT FROM pg_stat_activity WHERE pid = ${pid}`.execute(test.owner)).rows).toEqual([]),
  );
  expect(errors).toEqual([]);
});
