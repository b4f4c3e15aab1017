import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCredentials } from "#features/devices/credentials/credentials.ts";
import { systemClock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { databaseUrlOf, runCommand } from "#test/clients/command-line.ts";
import { atNextCommit } from "#test/database/next-commit.ts";

let test: TestDatabase;
let folder: string;
let url: string;
let deviceIds: string[];
beforeAll(async () => {
  test = await openTestDatabase();
  folder = await makeTestFolder("device-commands");
  url = databaseUrlOf(test.connection);
  const outletId = await makeOutlet(test.owner);
  deviceIds = [];
  for (let count = 0; count < 3; count += 1) deviceIds.push(await makeDevice(test.owner, { outletId }));
  deviceIds.sort();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function reposo(...args: string[]) {
  return runCommand(args, { env: { DATABASE_URL: url, PUBLIC_URL: "https://chairs.example.com" }, folder });
}

const isSecretOf = (deviceId: string, secret: string): Promise<boolean> =>
  createCredentials({ database: test.database, clock: systemClock }).authenticateDevice(deviceId, secret);

it("[WHO-3] writes the secrets of all chairs to a new file that only its owner can read", async () => {
  const { code, out } = await reposo("device", "credential", "--all", "-o", "secrets.csv");
  expect([code, out]).toEqual([0, "3 new secrets, which replace the old ones, are in secrets.csv."]);
  const file = join(folder, "secrets.csv");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [header, ...lines] = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(header).toBe("deviceId,secret");
  const logins = lines.map((line) => line.split(",") as [string, string]);
  expect(logins.map(([deviceId]) => deviceId)).toEqual(deviceIds);
  for (const [deviceId, secret] of logins) expect(await isSecretOf(deviceId, secret)).toBe(true);

  const refused = await reposo("device", "credential", "--all", "-o", "secrets.csv");
  expect([refused.code, refused.err]).toEqual([2, "secrets.csv: already exists, and nothing was changed"]);
  for (const [deviceId, secret] of logins) expect(await isSecretOf(deviceId, secret)).toBe(true);
});

it("[WHO-3] gives listed chairs new secrets, or none of them if one is unknown", async () => {
  const [first = "", second = "", third = ""] = deviceIds;
  await reposo("device", "credential", third.toLowerCase(), first, first, "-o", "two.csv");
  const [, ...lines] = (await readFile(join(folder, "two.csv"), "utf8")).trimEnd().split("\n");
  expect(new Set(lines.map((line) => line.split(",")[0]))).toEqual(new Set([first, third]));
  expect(lines).toHaveLength(2);

  const { code, err } = await reposo("device", "credential", second, "MC9998", "MC9999", "-o", "none.csv");
  expect([code, err]).toEqual([1, 'There is no chair "MC9998".\nThere is no chair "MC9999".']);
  await expect(stat(join(folder, "none.csv"))).rejects.toThrow("ENOENT");
});

async function loginsIn(file: string): Promise<(readonly [string, boolean])[]> {
  const [, ...lines] = (await readFile(join(folder, file), "utf8")).trimEnd().split("\n");
  const logins = lines.map((line) => line.split(",") as [string, string]);
  return Promise.all(
    logins.map(async ([deviceId, secret]) => [deviceId, await isSecretOf(deviceId, secret)] as const),
  );
}

it("[WHO-3] writes one line per chair, also if a transaction is repeated", async () => {
  await atNextCommit(test.owner, "RAISE EXCEPTION 'repeat' USING ERRCODE = '40001'");
  const { code } = await reposo("device", "credential", "--all", "-o", "repeated.csv");
  expect([code, await loginsIn("repeated.csv")]).toEqual([0, deviceIds.map((id) => [id, true])]);
});

it("[WHO-3] names the chair whose new secret may be valid if the database is lost during the commit", async () => {
  await atNextCommit(test.owner, "PERFORM pg_terminate_backend(pg_backend_pid())");
  const several = await reposo("device", "credential", "--all", "-o", "lost.csv");
  const [first = ""] = deviceIds;
  expect(several.code).toBe(1);
  expect(several.err).toContain(
    `0 of 3 chairs have the new secret in lost.csv; the last line, of ${first}, may be valid: `,
  );
  expect((await loginsIn("lost.csv")).map(([deviceId]) => deviceId)).toEqual([first]);

  await atNextCommit(test.owner, "PERFORM pg_terminate_backend(pg_backend_pid())");
  const one = await reposo("device", "credential", first);
  expect([one.code, one.out]).toEqual([1, ""]);
  expect(one.err).toContain(`The old secret of ${first} may no longer be valid. Give it another one: `);
});

it.each([
  [["credential"], "Give either device IDs or --all."],
  [["credential", "--all", "MC100001"], "Give either device IDs or --all."],
  [["credential", "--all"], "The secrets of several chairs need a file: add -o FILE.csv"],
  [["qr", "--all"], "The codes of several chairs need a folder: add -o FOLDER"],
  [["qr", "-o", "labels"], "Give either device IDs or --all."],
])("[WHO-3] refuses device %j and changes nothing", async (args, message) => {
  const { code, err, out } = await reposo("device", ...args);
  expect([code, err, out]).toEqual([2, message, ""]);
});

it("[WHO-3] writes the QR codes of all chairs into a folder", async () => {
  const { code, out, err } = await reposo("device", "qr", "--all", "--png", "-o", "labels");
  expect([code, out, err]).toEqual([0, "3 codes are in labels.", ""]);
  expect((await readdir(join(folder, "labels"))).sort()).toEqual(deviceIds.map((id) => `${id}.png`));
});
