import {
  constants,
  createHash,
  createPrivateKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { promisify } from "node:util";
import type { ServerKeysDependencies } from "#platform/keys/server-keys.ts";
import type { Querier } from "#platform/postgres/database.ts";
import {
  findKey,
  insertKey,
  insertNonce,
  type LoginKeyRow,
  lockKeyCreation,
  selectKeys,
  consumeNonce,
} from "./login-key-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const generate = promisify(generateKeyPair);
const issuedMs = 24 * 60 * 60 * 1000;
const nonceMs = 5 * 60 * 1000;
const contextOf = (keyId: string): string => `login_key:${keyId}`;
const hashNonce = (nonce: string): Buffer => createHash("sha256").update(nonce).digest();

export type LoginKeys = ReturnType<typeof createLoginKeys>;

/**
 * Creates access to the keys with which browsers encrypt passwords. The private keys are stored encrypted, so that
 * every server with the same key-encryption key can use them. A browser encrypts each password together with a nonce,
 * which can be used once, so that a recorded ciphertext cannot be sent again.
 */
export function createLoginKeys({ database, clock, cipher }: Omit<ServerKeysDependencies, "log">) {
  let current: LoginKeyRow | null = null;
  const opened = new Map<string, { key: KeyObject; expiresAt: Date }>();

  const createKey = async (now: Date): Promise<LoginKeyRow> => {
    const pair = await generate("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "der" },
      privateKeyEncoding: { type: "pkcs8", format: "der" },
    });
    const keyId = randomUUID();
    return {
      keyId,
      sealedPrivateKey: cipher.seal(pair.privateKey, contextOf(keyId)),
      publicKey: pair.publicKey,
      createdAt: now,
      // The server issues nonces for this key during `issuedMs`, and the last one is valid for another `nonceMs`.
      expiresAt: new Date(now.getTime() + issuedMs + nonceMs),
    };
  };

  /** Skips keys that were encrypted with another key-encryption key, because this server cannot decrypt them. */
  const findNewestKey = async (db: Querier, since: Date): Promise<LoginKeyRow | null> =>
    (await selectKeys(db, since)).find(
      ({ keyId, sealedPrivateKey }) => cipher.open(sealedPrivateKey, contextOf(keyId)) !== null,
    ) ?? null;

  const currentKey = async (now: Date): Promise<LoginKeyRow> => {
    const since = new Date(now.getTime() - issuedMs);
    if (current && current.createdAt > since) return current;
    current = await findNewestKey(database, since);
    if (current) return current;
    const created = await createKey(now);
    current = await transact(database, async (uow) => {
      await lockKeyCreation(uow);
      const other = await findNewestKey(uow, since);
      if (other) return other;
      await insertKey(uow, created);
      return created;
    });
    return current;
  };

  /** Returns a decrypted private key; null if it is unknown, expired, or encrypted with another key-encryption key. */
  const privateKeyOf = async (keyId: string, now: Date): Promise<KeyObject | null> => {
    const known = opened.get(keyId);
    if (known) return known.expiresAt > now ? known.key : null;
    const row = await findKey(database, keyId, now);
    if (!row) return null;
    for (const [id, { expiresAt }] of opened) if (expiresAt <= now) opened.delete(id);
    const privateKey = cipher.open(row.sealedPrivateKey, contextOf(keyId));
    if (privateKey === null) return null;
    const key = createPrivateKey({ key: privateKey, format: "der", type: "pkcs8" });
    opened.set(keyId, { key, expiresAt: row.expiresAt });
    return key;
  };

  return {
    /** Returns the current public key in base64, and a nonce that can be used once until `expiresAt`. */
    async issue(): Promise<{ keyId: string; publicKey: string; nonce: string; expiresAt: Date }> {
      const nonce = randomBytes(16).toString("base64url");
      for (let attempt = 1; ; attempt += 1) {
        const now = clock.now();
        const expiresAt = new Date(now.getTime() + nonceMs);
        const { keyId, publicKey } = await currentKey(now);
        if (await insertNonce(database, hashNonce(nonce), keyId, expiresAt)) {
          return { keyId, publicKey: publicKey.toString("base64"), nonce, expiresAt };
        }
        // The key was deleted since it was cached, for example because a backup was restored.
        current = null;
        if (attempt === 3) throw new Error("the login key was deleted during each of 3 attempts");
      }
    },

    /**
     * Decrypts passwords in the given order and invalidates their nonce. Returns an empty list if the key or the nonce
     * is unknown or expired, if the nonce was used, if a ciphertext cannot be decrypted, or if the ciphertexts contain
     * different nonces.
     */
    async open(keyId: string, ciphertexts: readonly string[]): Promise<readonly string[]> {
      const now = clock.now();
      const key = await privateKeyOf(keyId, now);
      if (!key) return [];
      const secrets = ciphertexts.flatMap((ciphertext) => decrypt(key, ciphertext) ?? []);
      const [nonce, ...others] = new Set(secrets.map((secret) => secret.nonce));
      if (nonce === undefined || others.length > 0 || secrets.length < ciphertexts.length) return [];
      if (!(await consumeNonce(database, hashNonce(nonce), keyId, now))) return [];
      return secrets.map(({ password }) => password);
    },
  };
}

function decrypt(key: KeyObject, ciphertext: string): { password: string; nonce: string } | null {
  let text: string;
  try {
    text = privateDecrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(ciphertext, "base64"),
    ).toString("utf8");
  } catch {
    // All failures have the same result, so that an attacker cannot use them as a padding oracle.
    return null;
  }
  return parseSecret(text);
}

function parseSecret(text: string): { password: string; nonce: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { password, nonce } = (value ?? {}) as { password?: unknown; nonce?: unknown };
  return typeof password === "string" && typeof nonce === "string" ? { password, nonce } : null;
}
