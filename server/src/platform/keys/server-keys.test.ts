import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import { silentLog } from "#platform/logging/log.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { createKeyCipher, loadKeyEncryptionKey } from "./key-cipher.ts";
import { createServerKeys } from "./server-keys.ts";
import { purgeServerKeys } from "./server-keys-store.ts";
import { sql } from "#platform/postgres/sql.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await sql`DELETE FROM server_key`.execute(db.owner);
});

const times = { signsMs: 1_000_000, overlapMs: 100_000 };
const clock = manualClock(new Date("2026-11-21T00:00:00Z"));
const openKeys = (cipher = createKeyCipher(Buffer.alloc(32, 1))) =>
  createServerKeys({ database: db.database, clock, log: silentLog, cipher }, "guestToken", times);

it("[KEY-1] stores secrets encrypted, each for its own row", async () => {
  const key = await openKeys().current();
  const stored = await sql<{ sealed_secret: Buffer }>`SELECT sealed_secret FROM server_key`.firstRow(
    db.owner,
  );
  expect(stored.sealed_secret.includes(key.secret)).toBe(false);
  expect(stored.sealed_secret.toString("latin1")).not.toContain(key.secret.toString("latin1"));
  await sql`UPDATE server_key SET key_id = '00000000-0000-4000-8000-000000000001'`.execute(db.owner);
  expect(await openKeys().find("00000000-0000-4000-8000-000000000001")).toBeNull();
});

it("[KEY-1] does not decrypt a secret that was changed", () => {
  const cipher = createKeyCipher(randomBytes(32));
  const sealed = cipher.seal(Buffer.from("secret"), "row");
  expect(cipher.open(sealed, "row")?.toString()).toBe("secret");
  expect(cipher.open(sealed, "other row")).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ 1;
    expect(cipher.open(changed, "row"), `byte ${at}`).toBeNull();
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(cipher.open(sealed.subarray(0, length), "row"), `${length} bytes`).toBeNull();
});

it("[KEY-1] gives servers that start at the same time the same key", async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, () => openKeys().current()));
  expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
  expect(new Set(keys.map(({ secret }) => secret.toString("hex"))).size).toBe(1);
});

it("[KEY-1] replaces a key when it is due, and accepts the earlier key during the overlap", async () => {
  const keys = openKeys();
  const first = await keys.current();
  clock.advance(times.signsMs - 1);
  expect((await keys.current()).keyId).toBe(first.keyId);
  clock.advance(30_000);
  const second = await keys.current();
  expect(second.keyId).not.toBe(first.keyId);
  expect((await keys.find(first.keyId))?.secret).toEqual(first.secret);
  clock.advance(times.overlapMs);
  expect(await keys.find(first.keyId)).toBeNull();
  expect((await keys.find(second.keyId))?.secret).toEqual(second.secret);
  await purgeServerKeys(db.database, clock.now());
  expect(await sql<{ key_id: string }>`SELECT key_id FROM server_key`.rows(db.owner)).toEqual([
    { key_id: second.keyId },
  ]);
});

it("[KEY-1] generates new keys if the key-encryption key was lost", async () => {
  const lost = await openKeys().current();
  const after = openKeys(createKeyCipher(Buffer.alloc(32, 2)));
  const made = await after.current();
  expect(made.keyId).not.toBe(lost.keyId);
  expect(await after.find(lost.keyId)).toBeNull();
  expect((await openKeys(createKeyCipher(Buffer.alloc(32, 2))).current()).keyId).toBe(made.keyId);
});

it("[KEY-1] reads the key-encryption key from its setting, or from a file that only the server's user can read", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "reposo-keys-"));
  const file = join(dataDir, "key-encryption-key");
  const given = randomBytes(32);
  const set = readConfig({ DATA_DIR: dataDir, KEY_ENCRYPTION_KEY: given.toString("base64") });
  expect(await loadKeyEncryptionKey(set)).toEqual(given);
  await expect(stat(file)).rejects.toThrow("ENOENT");
  const config = readConfig({ DATA_DIR: dataDir });
  const generated = await loadKeyEncryptionKey(config);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(Buffer.from(await readFile(file, "utf8"), "base64url")).toEqual(generated);
  expect(await loadKeyEncryptionKey(config)).toEqual(generated);
  await writeFile(file, "short\n");
  await expect(loadKeyEncryptionKey(config)).rejects.toThrow(/does not hold a key of 32 bytes.+backup/);
  expect(() => readConfig({ KEY_ENCRYPTION_KEY: "c2hvcnQ=" })).toThrow(/KEY_ENCRYPTION_KEY.+32 random bytes/);
  await rm(dataDir, { recursive: true });
});
