import { createKeyCipher } from "#platform/keys/key-cipher.ts";

/** Shared by all servers that a test starts on one database. */
export const testCipher = createKeyCipher(Buffer.alloc(32, 7));
