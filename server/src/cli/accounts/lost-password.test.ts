import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeOutlet } from "#test/app/network-factory.ts";
import { databaseUrlOf, runCommand } from "#test/clients/command-line.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { atNextCommit } from "#test/database/next-commit.ts";
import { makeTestFolder } from "#test/test-folder.ts";

let test: TestDatabase;
let folder: string;
beforeAll(async () => {
  test = await openTestDatabase();
  folder = await makeTestFolder("lost-password");
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command whose connection to the database is lost during the commit. */
async function runWithLostCommit(...args: string[]) {
  await atNextCommit(test.owner, "PERFORM pg_terminate_backend(pg_backend_pid())");
  return runCommand(args, { env: { DATABASE_URL: databaseUrlOf(test.connection) }, folder });
}

const unknown = "the transaction may have been committed, although its connection was lost: ";

it("[WHO-3] states how an account gets a password if it may have been created without showing one", async () => {
  const created = await runWithLostCommit("account", "create", "lena.lost");
  expect([created.code, created.out]).toEqual([1, ""]);
  expect(created.err).toContain(
    `Account "lena.lost" may have been created. If so, set its password by \`account password\`: ${unknown}`,
  );
});

it("[WHO-3] states that the old password may no longer be valid if the new one may have been stored", async () => {
  const env = { DATABASE_URL: databaseUrlOf(test.connection) };
  expect((await runCommand(["account", "create", "marco.lost"], { env })).code).toBe(0);
  const changed = await runWithLostCommit("account", "password", "marco.lost");
  expect([changed.code, changed.out]).toEqual([1, ""]);
  expect(changed.err).toContain(
    `The old password of "marco.lost" may no longer be valid. Set another one: ${unknown}`,
  );
});

it("[WHO-3] states how managers get passwords if an import may have created them without showing any", async () => {
  const outletId = await makeOutlet(test.owner);
  await writeFile(
    join(folder, "managers.csv"),
    `loginName,displayName,outletIds\nnina.lost,Nina,${outletId}\n`,
  );
  const imported = await runWithLostCommit("import", "managers", "managers.csv");
  expect([imported.code, imported.out]).toEqual([1, ""]);
  expect(imported.err).toContain("set the passwords of new managers by `account password`: ");
});
