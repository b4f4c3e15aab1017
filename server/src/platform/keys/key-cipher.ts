import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Config } from "#platform/config/config.ts";
import { folderSecret } from "#platform/files/data-folder.ts";
import { StartError } from "#platform/config/settings.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Creates a cipher: AES-256-GCM with a random initialisation vector, under a key-encryption key of 32 bytes. */
export function createKeyCipher(keyEncryptionKey: Buffer) {
  return {
    /** @param context identifies the row of the secret; `open` decrypts the secret with the same context only */
    seal(secret: Buffer, context: string) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keyEncryptionKey, iv);
      cipher.setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
    },
    /** Returns null if the secret was encrypted with another key or for another row, or was modified. */
    open(sealed: Buffer, context: string) {
      if (sealed.length < ivBytes + tagBytes) return null;
      const iv = sealed.subarray(0, ivBytes);
      const decipher = createDecipheriv(algorithm, keyEncryptionKey, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      const start = decipher.update(sealed.subarray(ivBytes + tagBytes));
      try {
        return Buffer.concat([start, decipher.final()]);
      } catch {
        // The only failure of `final` in this mode is an authentication tag that does not match.
        return null;
      }
    },
  };
}

/** Encrypts the secrets in the database, so that a copy of the database alone does not reveal them. */
export type KeyCipher = ReturnType<typeof createKeyCipher>;

const keyBytes = 32;
const fileName = "key-encryption-key";

/**
 * Returns the configured key, or else the key in the data folder, which is generated if it is missing.
 * @throws StartError if the key in the data folder is invalid or cannot be stored
 */
export async function loadKeyEncryptionKey({
  keyEncryptionKey,
  dataDir,
}: Pick<Config, "keyEncryptionKey" | "dataDir">): Promise<Buffer> {
  if (keyEncryptionKey !== null) return keyEncryptionKey;
  const key = Buffer.from(await folderSecret(dataDir, fileName), "base64url");
  if (key.length === keyBytes) return key;
  throw new StartError(
    `${dataDir}/${fileName} does not hold a key of ${keyBytes} bytes in base64; restore it from a backup, or delete it to have ` +
      "a new one generated",
  );
}
