import type { Config } from "#platform/config/config.ts";
import { folderSecret } from "#platform/files/data-folder.ts";
import { StartError } from "#platform/config/start-error.ts";

/** Of AES-256. */
const keyBytes = 32;
const fileName = "key-encryption-key";

/** The setting's key, or the one in the data folder, which is generated where it is missing. */
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
