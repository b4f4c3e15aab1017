import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "#platform/postgres/migrate.ts";
import { sql } from "#platform/postgres/sql.ts";
import { makeManager, makeOutlet } from "#test/app/network-factory.ts";
import { type EarlierDatabase, openEarlierDatabase } from "#test/database/earlier-database.ts";

let earlier: EarlierDatabase;
beforeAll(async () => {
  earlier = await openEarlierDatabase("0153");
});
afterAll(() => earlier.close());

it("[DAY-1] replaces zones of earlier imports that no day can be computed in, and records it in the audit trail", async () => {
  const { owner } = earlier;
  const given = [
    { timeZone: "PST", currency: "PHP", expected: "Asia/Manila" },
    { timeZone: "CST", currency: "CNY", expected: "Asia/Shanghai" },
    { timeZone: "IST", currency: "MYR", expected: "Asia/Kuala_Lumpur" },
    { timeZone: "EST", currency: "IDR", expected: "Asia/Jakarta" },
    { timeZone: "Etc/GMT+8", currency: "PHP", expected: "Asia/Manila" },
    { timeZone: "asia/makassar", currency: "IDR", expected: "Asia/Makassar" },
    { timeZone: "Asia/Makassar", currency: "IDR", expected: "Asia/Makassar" },
    { timeZone: "Singapore", currency: "MYR", expected: "Singapore" },
    { timeZone: "UTC", currency: "PHP", expected: "UTC" },
  ] as const;
  const outletIds = [];
  for (const { expected: _, ...outlet } of given) outletIds.push(await makeOutlet(owner, outlet));
  const { caller } = await makeManager(owner, { outletIds, permissions: ["home"] });
  await sql`UPDATE account SET time_zone = 'PST' WHERE account_id = ${caller.accountId}`.execute(owner);

  await migrate(earlier.connection);
  const zones = await sql<{ outletId: string; zone: string }>`
    SELECT outlet_id AS "outletId", time_zone AS zone FROM outlet`.rows(owner);
  const zoneOf = new Map(zones.map(({ outletId, zone }) => [outletId, zone]));
  expect(outletIds.map((outletId) => zoneOf.get(outletId))).toEqual(given.map(({ expected }) => expected));
  expect(await sql`SELECT time_zone AS zone FROM account`.rows(owner)).toEqual([{ zone: "Asia/Manila" }]);
  expect(
    await sql`SELECT subject, detail FROM audit_entry WHERE action = 'timeZone.replaced' ORDER BY detail, subject`.rows(
      owner,
    ),
  ).toEqual(
    expect.arrayContaining([
      { subject: `outlet:${outletIds[0]}`, detail: { before: "PST", after: "Asia/Manila" } },
      { subject: `account:${caller.accountId}`, detail: { before: "PST", after: "Asia/Manila" } },
    ]),
  );
  expect(await migrate(earlier.connection)).toEqual({ applied: [] });
});
