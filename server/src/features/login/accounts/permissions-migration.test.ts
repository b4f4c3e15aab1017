import { permissions } from "@reposo/contract/permissions.ts";
import { expect, it } from "vitest";
import { migrate } from "#platform/postgres/migrate.ts";
import { sql } from "#platform/postgres/sql.ts";
import { openEarlierDatabase } from "#test/database/earlier-database.ts";
import { makeManager } from "#test/app/network-factory.ts";

it("[STAFF-1] keeps at the migration what accounts could do, except starting and stopping without all tabs", async () => {
  const earlier = await openEarlierDatabase("0171");
  try {
    const expected = new Map<string, readonly string[]>();
    for (const [before, added] of [
      [["home", "details", "user", "cash"], permissions.slice(4)],
      [["home", "details", "user"], permissions.slice(4)],
      [
        ["home", "details"],
        ["refund", "coupons", "service", "export"],
      ],
      [["cash", "user"], ["export"]],
      [["home", "user"], []],
      [[], []],
    ] as const) {
      const { caller } = await makeManager(earlier.owner, { outletIds: [], permissions: before });
      expected.set(caller.accountId, [...before, ...added]);
    }
    await migrate(earlier.connection);
    const accounts = await sql<{ id: string; permissions: string[] }>`
      SELECT account_id AS id, permissions FROM account`.rows(earlier.owner);
    expect(new Map(accounts.map((account) => [account.id, account.permissions]))).toEqual(expected);
  } finally {
    await earlier.close();
  }
});
