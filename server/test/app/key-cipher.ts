import { createKeyCipher } from "#platform/keys/key-cipher.ts";

export const testKeyEncryptionKey = Buffer.alloc(32, 7);

/** The cipher of all servers that a test starts on one database. */
export const testCipher = createKeyCipher(testKeyEncryptionKey);
