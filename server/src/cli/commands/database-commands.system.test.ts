import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import { backUpData } from "#platform/files/data-backup.ts";
import { type FolderLock, lockFolder } from "#platform/files/data-folder.ts";
import { connectDatabase, type Database } from "#platform/postgres/database.ts";
import { silentLog as log } from "#platform/logging/log.ts";
import { type OpenDatabase, openDatabase } from "#platform/postgres/open-database.ts";
import { loadSomeHistory } from "#test/app/demo-history.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { runPrinting } from "#test/clients/command-line.ts";

let base: string;
let data: string;
let lock: FolderLock;
let server: OpenDatabase;
let owner: Database;
beforeAll(async () => {
  base = await makeTestFolder("backup");
  data = join(base, "data");
  lock = await lockFolder(data);
  server = await openDatabase(readConfig({ DATA_DIR: data }), { log });
  owner = connectDatabase({ connection: server.ownerConnection, poolSize: 2 });
  await loadSomeHistory(owner);
  await mkdir(join(data, "files", "feedback"), { recursive: true });
  await writeFile(join(data, "files", "feedback", "picture.jpg"), "a picture");
  await writeFile(join(data, "broker-secret"), "the broker's\n");
}, 120_000);
afterAll(async () => {
  await owner.destroy();
  await server.close();
  await lock.release();
  await rm(base, { recursive: true, force: true });
});

async function reposo(args: readonly string[], env: Record<string, string>) {
  const { code, out: text } = await runPrinting(args, { env, folder: base });
  return { code, text };
}

/** Returns the number of rows and a checksum of every table, except those that change without calls. */
async function contentOf(database: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition AND relname NOT IN ('audit_entry', 'schema_migration') ORDER BY relname`.execute(
    database,
  );
  const content: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: sums } = await sql<{ sum: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') AS sum
      FROM ${sql.identifier(name)} AS t`.execute(database);
    content[name] = sums[0]?.sum ?? "";
  }
  return content;
}

describe("a backup of the embedded database", () => {
  it("[G-12] taken while the server writes is consistent, restores to the same content, and passes the same audits", async () => {
    const before = await contentOf(owner);
    let isWriting = true;
    let transactions = 0;
    // Each transaction inserts two rows, so a backup that contains only one of the two is inconsistent.
    const writing = (async () => {
      for (; isWriting; transactions += 1)
        await sql`INSERT INTO audit_entry (at, actor, action, subject)
          SELECT now(), 'test', 'pair', ${String(transactions)} FROM generate_series(1, 2)`.execute(
          server.database,
        );
    })();
    const backup = await reposo(["backup", "backup"], { DATA_DIR: data });
    isWriting = false;
    await writing;
    expect(backup).toMatchObject({
      code: 0,
      text: expect.stringContaining(`Files copied: 1.\nBackup written to ${join(base, "backup")}`),
    });
    expect(transactions).toBeGreaterThan(10);
    expect((await stat(join(base, "backup"))).mode & 0o077).toBe(0);

    const restored = join(base, "restored");
    const { code, text } = await reposo(["restore", "backup"], { DATA_DIR: restored });
    expect(text).toMatch(
      /^Restored as of .+\n0 of 0 files are missing in .+\n(ok {5}.+\n)+All \d+ audits passed\.$/,
    );
    expect(code).toBe(0);
    expect(await readFile(join(restored, "files", "feedback", "picture.jpg"), "utf8")).toBe("a picture");
    expect(await readFile(join(restored, "broker-secret"), "utf8")).toBe("the broker's\n");
    const opened = await openDatabase(readConfig({ DATA_DIR: restored }), { log });
    const reader = connectDatabase({ connection: opened.ownerConnection, poolSize: 1 });
    expect(await contentOf(reader)).toEqual(before);
    const { rows } = await sql<{ pairs: number; halves: number }>`
      SELECT count(*) AS pairs, count(*) FILTER (WHERE entries <> 2) AS halves
      FROM (SELECT count(*) AS entries FROM audit_entry WHERE action = 'pair' GROUP BY subject) AS pair`.execute(
      reader,
    );
    expect(rows[0]?.halves).toBe(0);
    expect(rows[0]?.pairs).toBeLessThanOrEqual(transactions);
    await reader.destroy();
    await opened.close();
  });

  it("[G-12] keeps a folder that is filled during the backup, and replaces an empty folder or a link to one", async () => {
    const target = join(base, "filled");
    // The clock is read after the database was copied.
    const now = () => {
      mkdirSync(target, { recursive: true });
      writeFileSync(join(target, "foreign"), "");
      return systemClock.now();
    };
    await expect(
      backUpData(readConfig({ DATA_DIR: data }), target, { log, clock: { ...systemClock, now } }),
    ).rejects.toThrow(
      `${target} is no longer empty; the complete backup is in ${target}.incomplete, rename it before the next backup`,
    );
    expect(await readdir(target)).toEqual(["foreign"]);
    expect(await readdir(`${target}.incomplete`)).toContain("reposo-backup.json");

    await mkdir(join(base, "empty"));
    await symlink(join(base, "empty"), join(base, "link"));
    for (const folder of ["link", "empty"]) {
      expect(await reposo(["backup", folder], { DATA_DIR: data })).toMatchObject({ code: 0 });
      expect(await readdir(join(base, folder))).toContain("reposo-backup.json");
    }
  });

  it("[G-12] is neither overwritten nor restored over a database, and is rejected if incomplete", async () => {
    await writeFile(join(base, "kept"), "");
    await mkdir(join(base, "full"), { recursive: true });
    await writeFile(join(base, "full", "kept"), "");
    expect(await reposo(["backup", "full"], { DATA_DIR: data })).toEqual({
      code: 2,
      text: `${join(base, "full")} is not empty; name a new folder`,
    });
    expect(await reposo(["restore", "full"], { DATA_DIR: join(base, "none") })).toEqual({
      code: 2,
      text: `${join(base, "full")} is no backup: reposo-backup.json is missing`,
    });
    expect(await readdir(base)).not.toContain("none");
    const manifest = join(base, "full", "reposo-backup.json");
    const refused = async () => (await reposo(["restore", "full"], { DATA_DIR: join(base, "none") })).text;
    for (const text of ["{}", '{"madeAt": "2026-1'] as const) {
      await writeFile(manifest, text);
      expect(await refused()).toBe(
        `${join(base, "full")} is no backup: ${manifest} does not say when it was made`,
      );
    }
    await rm(manifest);
    await mkdir(manifest);
    expect(await refused()).toMatch(/reposo-backup\.json cannot be read: EISDIR/);
    await rm(manifest, { recursive: true });
    await writeFile(manifest, '{"madeAt": "2026-11-21T08:00:00Z"}');
    expect((await reposo(["restore", "full"], { DATA_DIR: data })).text).toContain("is in use by process");
    expect(await refused()).toBe(`${join(base, "full")} is incomplete: postgres/PG_VERSION is missing`);
  });

  it("[G-12] does not replace another secret for the broker", async () => {
    const [backup, other] = [join(base, "of-one-network"), join(base, "other-network")];
    expect(await reposo(["backup", backup], { DATA_DIR: data })).toMatchObject({ code: 0 });
    await mkdir(other, { mode: 0o700 });
    await writeFile(join(other, "broker-secret"), "of another network\n");
    expect(await reposo(["restore", backup], { DATA_DIR: other })).toEqual({
      code: 2,
      text: `${join(other, "broker-secret")} contains another secret than the backup; nothing was changed`,
    });
    expect(await readFile(join(other, "broker-secret"), "utf8")).toBe("of another network\n");
    expect(await readdir(other)).not.toContain("files");
  });

  it("[G-12] can be restored again after an interruption, which empties only the folder that the first attempt filled", async () => {
    const [backup, restored] = [join(base, "interrupted"), join(base, "again")];
    expect(await reposo(["backup", backup], { DATA_DIR: data })).toMatchObject({ code: 0 });
    // A folder in place of the secret cannot be copied, so the attempt fails before the database is copied.
    const secret = join(backup, "broker-secret");
    await rm(secret);
    await mkdir(secret);
    const restore = (env: Record<string, string> = {}) =>
      reposo(["restore", backup], { DATA_DIR: restored, ...env });
    expect((await restore()).text).toMatch(/^EISDIR: .+broker-secret/);
    expect(await readdir(join(restored, "files", "feedback"))).toEqual(["picture.jpg"]);
    await writeFile(join(restored, "files", "incomplete.jpg"), "half a picture");

    const others = join(base, "other-files");
    await mkdir(others);
    await writeFile(join(others, "picture.jpg"), "of another installation");
    expect(await restore({ FILES_DIR: others })).toEqual({
      code: 2,
      text: `${others} is not empty; nothing was changed`,
    });
    expect(await readdir(others)).toEqual(["picture.jpg"]);

    await rm(secret, { recursive: true });
    await writeFile(secret, "the broker's\n");
    const { code, text } = await restore();
    expect(text).toMatch(
      /^Restored as of .+\n0 of 0 files are missing in .+\n(ok {5}.+\n)+All \d+ audits passed\.$/,
    );
    expect(code).toBe(0);
    expect(await readdir(join(restored, "files"))).toEqual(["feedback"]);
    expect(await readdir(restored)).not.toContain("restore.json");
  }, 60_000);
});
