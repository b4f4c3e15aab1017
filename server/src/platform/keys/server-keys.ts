import { randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Log } from "#platform/logging/log.ts";
import type { KeyCipher } from "./key-cipher.ts";
import {
  findServerKey,
  insertServerKey,
  type KeyPurpose,
  lockKeyPurpose,
  type ServerKeyRow,
  usableServerKeys,
} from "./server-keys-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface ServerKey {
  readonly keyId: string;
  readonly secret: Buffer;
}

/** Time for which a server uses a key without reading it from the database again. */
const cacheMs = 30_000;

export interface ServerKeyTimes {
  /** Age at which a new key replaces this key for signing, in milliseconds. */
  readonly signsMs: number;
  /** Time for which signatures stay valid after the key is replaced, in milliseconds. */
  readonly overlapMs: number;
}

export interface ServerKeysDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly cipher: KeyCipher;
}

export type ServerKeys = ReturnType<typeof createServerKeys>;

/**
 * Creates access to the keys of one purpose, which all servers with the same database and key-encryption key share. If
 * the key-encryption key is lost, no stored key can be decrypted, and a new key is generated.
 */
export function createServerKeys(
  { database, clock, log, cipher }: ServerKeysDependencies,
  purpose: KeyPurpose,
  { signsMs, overlapMs }: ServerKeyTimes,
) {
  let current: { readonly key: ServerKey; readonly readAtMs: number } | null = null;
  const verifying = new Map<string, { readonly key: ServerKey; readonly readAtMs: number }>();

  const contextOf = (keyId: string) => `server_key:${purpose}:${keyId}`;
  const isRecent = (readAtMs: number, nowMs: number) => nowMs >= readAtMs && nowMs - readAtMs < cacheMs;

  function open({ keyId, sealedSecret }: ServerKeyRow): ServerKey | null {
    const secret = cipher.open(sealedSecret, contextOf(keyId));
    return secret && { keyId, secret };
  }

  const firstOpened = (rows: readonly ServerKeyRow[]): ServerKey | null =>
    rows.map(open).find((key) => key !== null) ?? null;

  async function findOrMake(now: Date): Promise<ServerKey> {
    const since = new Date(now.getTime() - signsMs);
    const found = firstOpened(await usableServerKeys(database, purpose, since, now));
    if (found !== null) return found;
    return transact(database, async (uow) => {
      await lockKeyPurpose(uow, purpose);
      const others = await usableServerKeys(uow, purpose, since, now);
      const existing = firstOpened(others);
      if (existing !== null) return existing;
      if (others.length > 0)
        log.warn(
          { purpose },
          "keys: stored keys were encrypted with another key-encryption key; generating a new key",
        );
      const key = { keyId: randomUUID(), secret: randomBytes(32) };
      await insertServerKey(uow, {
        keyId: key.keyId,
        purpose,
        sealedSecret: cipher.seal(key.secret, contextOf(key.keyId)),
        createdAt: now,
        expiresAt: new Date(now.getTime() + signsMs + overlapMs),
      });
      return key;
    });
  }

  return {
    /** Returns the key that signs now; generates it if there is none. */
    async current(): Promise<ServerKey> {
      const now = clock.now();
      if (current && isRecent(current.readAtMs, now.getTime())) return current.key;
      const key = await findOrMake(now);
      current = { key, readAtMs: now.getTime() };
      return key;
    },
    /** Returns null if the key is unknown, expired, or encrypted with another key-encryption key. */
    async find(keyId: string): Promise<ServerKey | null> {
      const now = clock.now();
      const known = verifying.get(keyId);
      if (known && isRecent(known.readAtMs, now.getTime())) return known.key;
      verifying.delete(keyId);
      const row = await findServerKey(database, purpose, keyId, now);
      const key = row && open(row);
      if (key) verifying.set(keyId, { key, readAtMs: now.getTime() });
      return key;
    },
  };
}
