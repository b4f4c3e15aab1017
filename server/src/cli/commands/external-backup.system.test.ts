import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Endpoint, Envelope, ReplyOf } from "@reposo/contract/endpoint.ts";
import { feedbackInsert, feedbackOfOrder } from "@reposo/contract/feedback/feedback.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { guestLogin, loginInfo } from "@reposo/contract/sessions/login.ts";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rotateCredential } from "#features/devices/index.ts";
import { createdAtOf } from "#platform/files/dump-header.ts";
import { readConfig } from "#platform/config/config.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { silentLog as log } from "#platform/logging/log.ts";
import { openDatabase } from "#platform/postgres/open-database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { loadSomeHistory } from "#test/app/demo-history.ts";
import { makeManager, makeSession } from "#test/app/network-factory.ts";
import { formOf, keyIn, multipart, photo } from "#test/clients/upload-client.ts";
import { dumpSchema } from "#test/database/schema-dump.ts";
import { bucketKeys, openBucketStandIn } from "#test/network/bucket-stand-in.ts";
import { findBinaries, startSystemPostgres, type SystemPostgres } from "#test/database/system-postgres.ts";
import { callUrl, openKilledServers, type KilledServers } from "#test/processes/killed-server.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { sql } from "#platform/postgres/sql.ts";
import { runPrinting } from "#test/clients/command-line.ts";

let folder: string;
let first: SystemPostgres;
let second: SystemPostgres;
let original: KilledServers;
let copy: KilledServers;
let dataDir: string;
let newDir: string;
let backup: string;
beforeAll(async () => {
  folder = await makeTestFolder("external");
  [dataDir, newDir, backup] = [join(folder, "data"), join(folder, "new data"), join(folder, "backup")];
  first = await startSystemPostgres(join(folder, "1"));
  second = await startSystemPostgres(join(folder, "2"));
  const at = (postgres: SystemPostgres) => ({ user: "admin", host: postgres.socketFolder });
  original = await openKilledServers({ ...at(first), database: "network" }, { DATA_DIR: dataDir });
  copy = await openKilledServers({ ...at(second), database: "reposo" }, { DATA_DIR: newDir });
}, 120_000);
afterAll(async () => {
  await original.close();
  await copy.close();
  await first.stop();
  await second.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Runs the commands of a block of code of the section about backups, with `npm` replaced by the command itself.
 * @param replaceOf returns a part to replace and its replacement, such as another block
 */
async function runDocumented(
  block: number,
  env: Record<string, string>,
  replaceOf: (blocks: readonly string[]) => [RegExp, string] = () => [/^$/, ""],
): Promise<string> {
  const repository = join(import.meta.dirname, "..", "..", "..", "..");
  const page = await readFile(join(repository, "docs", "operating.md"), "utf8");
  const section = page.slice(page.indexOf("\n**`DATABASE_URL`.** Use the programs"));
  const blocks = [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, text]) => text as string);
  const script = (blocks[block] as string)
    .replace(...replaceOf(blocks))
    .replaceAll(/\bNEW_FOLDER\b/g, '"$NEW_FOLDER"')
    .replaceAll(/(?<!_)\bFOLDER\b/g, '"$FOLDER"')
    .replace(/^npm start$/m, ":");
  const reposo = `npm() { shift 3; "${process.execPath}" "${join(repository, "server", "src", "cli", "main.ts")}" "$@"; }`;
  const { stdout } = await promisify(execFile)("/bin/bash", ["--norc", "-c", `${reposo}\n${script}`], {
    cwd: folder,
    env: { PATH: `${await findBinaries()}:${process.env["PATH"]}`, ...env },
  });
  return stdout;
}

async function reposo(args: readonly string[], env: Record<string, string>) {
  const { code, out: text } = await runPrinting(args, { env, folder });
  return { code, text };
}

/** Whether the embedded broker accepts a login. */
async function mayConnect(mqttUrl: string, username: string, password: string): Promise<boolean> {
  const client = mqtt.connect(mqttUrl, { username, password, clientId: username, reconnectPeriod: 0 });
  const accepted = await new Promise<boolean>((resolve) => {
    client.once("connect", () => resolve(true));
    client.once("error", () => resolve(false));
    client.once("close", () => resolve(false));
  });
  await client.endAsync(true);
  return accepted;
}

async function read<E extends Endpoint>(
  url: string,
  { path }: E,
  token: string,
  query: Record<string, string> = {},
): Promise<ReplyOf<E>> {
  const response = await fetch(`${url}/api${path}?${new URLSearchParams(query).toString()}`, {
    headers: { "access-token": token },
  });
  return ((await response.json()) as Envelope<ReplyOf<E>>).data;
}

/** Sends feedback with a photo through a running server. @returns what the copy must still know */
async function makeNetwork(url: string) {
  const owner = connectDatabase({
    connection: { user: "admin", host: first.socketFolder, database: "network" },
    poolSize: 2,
  });
  // An order of the loaded history, which passes the audits, unlike a single inserted row.
  const { orderId, customerId, outletId, deviceId } = await sql<
    Record<"orderId" | "customerId" | "outletId" | "deviceId", string>
  >`
    SELECT order_id AS "orderId", customer_id AS "customerId", outlet_id AS "outletId", device_id AS "deviceId"
    FROM orders WHERE status = 'completed' AND customer_id IS NOT NULL ORDER BY ordered_at DESC LIMIT 1`.firstRow(
    owner,
  );
  const customerToken = await makeSession(owner, { customerId });
  const manager = await makeManager(owner, { outletIds: [outletId] });
  const secret = await transact(owner, (uow) => rotateCredential(uow, deviceId, new Date()));
  await owner.destroy();
  const headers = { "access-token": customerToken };
  const policy = await read(url, getPolicy, customerToken);
  const form = multipart(formOf(policy), { bytes: await photo() });
  const stored = await fetch(`${url}/uploads/`, {
    method: "POST",
    headers: form.headers,
    body: new Uint8Array(form.payload),
  });
  expect(stored.status).toBe(200);
  const feedback = { orderId, problem: "It stopped", abnormal: "", media: [keyIn(policy)] };
  expect((await callUrl(url, feedbackInsert, feedback, headers))?.code).toBe(200);
  const guest = (await callUrl(url, guestLogin, {}, {}))?.data.token as string;
  return {
    orderId,
    deviceId,
    secret: secret as string,
    tokens: { customer: customerToken, manager: manager.token, guest },
    photo: await photoOf(url, orderId, customerToken),
  };
}

async function photoOf(url: string, orderId: string, token: string): Promise<Buffer> {
  const [feedback] = await read(url, feedbackOfOrder, token, { orderId });
  const response = await fetch(`${url}${feedback?.media[0]?.url}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function isAccepted(url: string, token: string): Promise<boolean> {
  const response = await fetch(`${url}/api${loginInfo.path}`, { headers: { "access-token": token } });
  const { code } = (await response.json()) as { code: number };
  return code === 200;
}

describe("a backup of an external database, by the documented commands", () => {
  it("[G-12] passes the same audits with its rights, files, chairs' credentials, server's secret, and sessions", async () => {
    await first.administer("CREATE DATABASE network");
    const opened = await openDatabase(readConfig({ DATABASE_URL: first.urlOf("network") }), { log });
    const owner = connectDatabase({ connection: opened.ownerConnection, poolSize: 1 });
    const orders = await loadSomeHistory(owner);
    await owner.destroy();
    await opened.close();
    const before = await original.start();
    const network = await makeNetwork(before.url);
    const backupText = await runDocumented(0, {
      OWNER_URL: first.urlOf("network"),
      DATABASE_URL: first.urlOf("network"),
      DATA_DIR: dataDir,
      FOLDER: backup,
    });
    await before.kill();
    expect((await readdir(backup)).sort()).toEqual([
      "broker-secret",
      "files",
      "reposo-backup.json",
      "reposo.dump",
    ]);
    const madeAt = createdAtOf(await readFile(join(backup, "reposo.dump")))?.toISOString();
    expect(JSON.parse(await readFile(join(backup, "reposo-backup.json"), "utf8"))).toEqual({ madeAt });
    expect(backupText).toContain(`The data is as of ${madeAt}.\nFiles copied: 1.\n`);
    for (const name of [".", "files", "reposo.dump", "broker-secret"])
      expect((await stat(join(backup, name))).mode & 0o077, name).toBe(0);

    await second.administer("CREATE ROLE keeper CREATEDB CREATEROLE LOGIN");
    const text = await runDocumented(1, {
      NEW_SERVER_URL: second.urlOf("postgres", "keeper"),
      NEW_OWNER_URL: second.urlOf("reposo", "keeper"),
      NEW_FOLDER: newDir,
      FOLDER: backup,
    });
    expect(text).toMatch(new RegExp(`^Restored as of ${madeAt}`));
    expect(text).toMatch(
      /^Restored as of .+\n0 of 1 files are missing in .+\n(ok {5}.+\n)+All \d+ audits passed\.\n$/,
    );
    expect(await dumpSchema({ connectionString: second.urlOf("reposo") })).toBe(
      await dumpSchema({ connectionString: first.urlOf("network") }),
    );
    const reader = connectDatabase({
      connection: { user: "admin", host: second.socketFolder, database: "reposo" },
      poolSize: 1,
    });
    const { count } = await sql<{ count: number }>`SELECT count(*) AS count FROM orders`.firstRow(reader);
    await reader.destroy();
    expect(count).toBe(orders);
    expect((await stat(join(newDir, "broker-secret"))).mode & 0o777).toBe(0o600);

    const { tokens, ...facts } = network;
    const after = await copy.start();
    expect(await photoOf(after.url, facts.orderId, tokens.customer)).toEqual(facts.photo);
    expect(await mayConnect(copy.mqttUrl, facts.deviceId, facts.secret)).toBe(true);
    expect(await mayConnect(copy.mqttUrl, facts.deviceId, "another secret")).toBe(false);
    const serverSecret = (await readFile(join(dataDir, "broker-secret"), "utf8")).trim();
    expect(await mayConnect(copy.mqttUrl, "reposo-server", serverSecret)).toBe(true);
    expect(await isAccepted(after.url, tokens.manager)).toBe(true);
    expect(await isAccepted(after.url, tokens.customer)).toBe(true);
    // The key-encryption key is not part of the backup.
    expect(await isAccepted(after.url, tokens.guest)).toBe(false);
    await after.kill();

    const keyName = "key-encryption-key";
    await writeFile(join(newDir, keyName), await readFile(join(dataDir, keyName)), { mode: 0o600 });
    const withKey = await copy.start();
    expect(await isAccepted(withKey.url, tokens.guest)).toBe(true);
    expect(await photoOf(withKey.url, facts.orderId, tokens.customer)).toEqual(facts.photo);
  }, 180_000);

  it("[G-12] is refused without a dump, without a data folder, before pg_restore, and into a folder with files", async () => {
    const DATABASE_URL = first.urlOf("network");
    const dump = join(folder, "reposo.dump");
    const backUp = async (
      args: readonly string[],
      env: Record<string, string> = { DATABASE_URL, DATA_DIR: dataDir },
    ) => (await reposo(["backup", "refused", ...args], env)).text;
    expect(await backUp([])).toMatch(/use its pg_dump, and name the dump with --dump/);
    await writeFile(dump, "-- a dump as SQL");
    expect(await backUp(["--dump", dump])).toMatch(/is no dump in the custom format of pg_dump/);
    expect(await backUp(["--dump", join(folder, "missing")])).toMatch(/the dump cannot be read: ENOENT/);
    expect(await backUp(["--dump", dump], { DATABASE_URL, DATA_DIR: join(folder, "none") })).toMatch(
      /there is no data folder .+none; name it with DATA_DIR/,
    );
    const FILES_DIR = join(folder, "no files");
    const valid = join(backup, "reposo.dump");
    expect(await backUp(["--dump", valid], { DATABASE_URL, DATA_DIR: dataDir, FILES_DIR })).toMatch(
      /there is no folder of files .+no files; name the server's with FILES_DIR or DATA_DIR/,
    );
    expect(await backUp(["--dump", dump], { DATA_DIR: dataDir })).toMatch(
      /--dump is for a database that DATABASE_URL/,
    );
    expect(await readdir(folder)).not.toContain("refused");

    await second.administer("CREATE DATABASE empty");
    const restore = async (env: Record<string, string>) => (await reposo(["restore", backup], env)).text;
    const none = join(folder, "none");
    expect(await restore({ DATABASE_URL: second.urlOf("empty"), DATA_DIR: none })).toMatch(
      /is empty: no network was ever set up there; restore the dump first with pg_restore/,
    );
    expect(await restore({ DATA_DIR: none })).toMatch(/contains the dump of an external database/);
    expect(await readdir(folder)).not.toContain("none");
    await mkdir(join(none, "files"), { recursive: true });
    await chmod(none, 0o700);
    await writeFile(join(none, "files", "kept.jpg"), "");
    expect(await restore({ DATABASE_URL: second.urlOf("reposo"), DATA_DIR: none })).toMatch(
      /files is not empty; nothing was changed/,
    );
    expect(await readdir(none)).not.toContain("broker-secret");
  });

  it("[G-12] is restored completely or not at all", async () => {
    const damaged = join(folder, "damaged");
    await mkdir(damaged, { mode: 0o700 });
    for (const name of ["reposo-backup.json", "broker-secret"])
      await writeFile(join(damaged, name), await readFile(join(backup, name)));
    const dump = await readFile(join(backup, "reposo.dump"));
    await writeFile(join(damaged, "reposo.dump"), dump.subarray(0, dump.length / 2));
    const restored = runDocumented(1, {
      NEW_SERVER_URL: first.urlOf("postgres"),
      NEW_OWNER_URL: first.urlOf("reposo"),
      NEW_FOLDER: join(folder, "unfilled"),
      FOLDER: damaged,
    });
    await expect(restored).rejects.toThrow("pg_restore: error");
    expect(await readdir(folder)).not.toContain("unfilled");
    const reader = connectDatabase({
      connection: { user: "admin", host: first.socketFolder, database: "reposo" },
      poolSize: 1,
    });
    const { tables } = await sql<{ tables: number }>`
      SELECT count(*) AS tables FROM pg_class WHERE relnamespace = 'public'::regnamespace`.firstRow(reader);
    await reader.destroy();
    expect(tables).toBe(0);
    await first.administer("DROP DATABASE reposo");
  });

  it("[G-12] is restored with two roles in the shell of the original installation", async () => {
    const [twoRoles, options] = [join(folder, "two roles"), { user: "admin", database: "reposo" }];
    const text = await runDocumented(
      1,
      {
        NEW_SERVER_URL: first.urlOf("postgres"),
        NEW_OWNER_URL: first.urlOf("reposo"),
        NEW_APP_URL: first.urlOf("reposo", "reposo_app"),
        NEW_FOLDER: twoRoles,
        FOLDER: backup,
        DATABASE_URL: first.urlOf("network"),
        MIGRATION_DATABASE_URL: first.urlOf("missing"),
        FILES_DIR: join(dataDir, "files"),
      },
      (blocks) => [/^export .*$/m, blocks[2] as string],
    );
    expect(text).toMatch(/All \d+ audits passed\.\n$/);
    expect(await readdir(twoRoles)).toContain("files");
    const reader = connectDatabase({ connection: { ...options, host: first.socketFolder }, poolSize: 1 });
    const { mayDelete } = await sql<{ mayDelete: boolean }>`
      SELECT has_table_privilege('reposo_app', 'ledger_entry', 'DELETE') AS "mayDelete"`.firstRow(reader);
    await reader.destroy();
    expect(mayDelete).toBe(false);
  });

  it("[G-12] does not replace another secret for the broker", async () => {
    const other = join(folder, "other");
    await mkdir(other, { mode: 0o700 });
    await writeFile(join(other, "broker-secret"), "of another network\n");
    const restored = await reposo(["restore", backup], {
      DATABASE_URL: second.urlOf("reposo"),
      DATA_DIR: other,
    });
    expect(restored).toEqual({
      code: 2,
      text: `${join(other, "broker-secret")} contains another secret than the backup; nothing was changed`,
    });
    expect(await readFile(join(other, "broker-secret"), "utf8")).toBe("of another network\n");
    expect(await readdir(other)).toEqual(["broker-secret"]);
  });

  it("[G-12] reads the backup before the database, and asks for pg_restore only if the database is empty", async () => {
    const DATA_DIR = join(folder, "unused");
    const empty = second.urlOf("empty");
    const restore = async (path: string, DATABASE_URL: string) =>
      (await reposo(["restore", path], { DATABASE_URL, DATA_DIR })).text;
    expect(await restore(join(folder, "missing"), empty)).toMatch(
      /missing is no backup: reposo-backup\.json is missing$/,
    );
    const unknown = second.urlOf("unknown");
    expect(await restore(backup, unknown)).toMatch(/database "unknown" does not exist/);
    expect(await restore(backup, unknown)).not.toContain("pg_restore");
    expect(await restore(backup, empty)).toContain("restore the dump first with pg_restore");
    expect(await readdir(folder)).not.toContain("unused");
  });

  it("[G-12] lets only its owner read the copy of a dump that others may read", async () => {
    const [dump, protectedBackup] = [join(folder, "readable.dump"), join(folder, "protected")];
    await writeFile(dump, await readFile(join(backup, "reposo.dump")), { mode: 0o644 });
    const env = { DATABASE_URL: first.urlOf("network"), DATA_DIR: dataDir };
    expect((await reposo(["backup", protectedBackup, "--dump", dump], env)).code).toBe(0);
    expect((await stat(join(protectedBackup, "reposo.dump"))).mode & 0o777).toBe(0o600);
  });

  it("[G-12] without files, or with files in another place than the server's, is reported as incomplete", async () => {
    const DATABASE_URL = second.urlOf("reposo");
    const restore = (path: string, dir: string, env: Record<string, string> = {}) =>
      reposo(["restore", path], { DATABASE_URL, DATA_DIR: join(folder, dir), ...env });
    const incomplete = join(folder, "incomplete");
    await cp(backup, incomplete, { recursive: true });
    await rm(join(incomplete, "files"), { recursive: true });
    const without = await restore(incomplete, "without files");
    expect(without.code).toBe(1);
    expect(without.text).toContain(`1 of 1 files are missing in ${join(folder, "without files", "files")}.`);
    expect(without.text).toMatch(/\nThe restored data is incomplete: 1 of 1 files are missing\.$/);

    const bucket = await openBucketStandIn("kept");
    const env = {
      BUCKET_NAME: "kept",
      BUCKET_ENDPOINT: bucket.endpoint,
      BUCKET_ACCESS_KEY_ID: bucketKeys.accessKeyId,
      BUCKET_SECRET_ACCESS_KEY: bucketKeys.secretAccessKey,
      BUCKET_PATH_STYLE: "on",
    };
    const elsewhere = await restore(backup, "bucket is empty", env);
    expect(elsewhere).toMatchObject({
      code: 1,
      text: expect.stringContaining("1 of 1 files are missing in the bucket kept.") as string,
    });
    for (const name of await readdir(join(backup, "files"), { recursive: true })) {
      const path = join(backup, "files", name);
      if ((await stat(path)).isFile())
        bucket.objects.set(name, { bytes: await readFile(path), contentType: "image/webp" });
    }
    const complete = await restore(backup, "bucket", env);
    expect(complete).toMatchObject({
      code: 0,
      text: expect.stringContaining("0 of 1 files are missing in the bucket kept.") as string,
    });
    await bucket.close();
    const unreachable = await restore(backup, "bucket is unreachable", env);
    expect(unreachable.text).toMatch(
      /The files could not be checked: .+\n(ok .+\n)+All \d+ audits passed\.\n/,
    );
    expect(unreachable.code).toBe(1);
  });

  it("[G-12] may lack a file whose retention has ended", async () => {
    const [dir, env] = [join(folder, "expired"), { MEDIA_RETENTION_DAYS: "1" }];
    const owner = connectDatabase({
      connection: { user: "admin", host: second.socketFolder, database: "reposo" },
      poolSize: 1,
    });
    await sql`UPDATE upload SET stored_at = stored_at - interval '2 days'`.execute(owner);
    await owner.destroy();
    const { code, text } = await reposo(["restore", join(folder, "incomplete")], {
      DATABASE_URL: second.urlOf("reposo"),
      DATA_DIR: dir,
      ...env,
    });
    expect(text).toContain("0 of 0 files are missing");
    expect(code).toBe(0);
  });
});
