import { createServerKeys, type ServerKey, type ServerKeysDependencies } from "#platform/keys/server-keys.ts";
import type { StoreKey } from "./post-policy.ts";
import { isUuid } from "#platform/keys/identifiers.ts";

const dayMs = 24 * 60 * 60_000;
/**
 * Links, policies, and uploads last less than an hour, so it suffices that a replaced key remains valid for one day.
 */
const times = { signsMs: 30 * dayMs, overlapMs: dayMs };

/** Keys that sign policies and links, identified by their access key ID. */
export interface UploadKeys {
  current(): Promise<StoreKey>;
  /** Returns null if the key is unknown or has expired. */
  find(accessKeyId: string): Promise<StoreKey | null>;
}

/** Creates keys that are encrypted in the database, shared by all servers, and replaced after `signsMs`. */
export function createUploadKeys(deps: ServerKeysDependencies): UploadKeys {
  const keys = createServerKeys(deps, "upload", times);
  return {
    current: async () => storeKeyOf(await keys.current()),
    async find(accessKeyId) {
      const key = isUuid(accessKeyId) ? await keys.find(accessKeyId) : null;
      return key && storeKeyOf(key);
    },
  };
}

const storeKeyOf = ({ keyId, secret }: ServerKey): StoreKey => ({
  accessKeyId: keyId,
  secret: secret.toString("base64url"),
});

/** Returns the single access key of an external bucket. */
export const bucketKeys = (key: StoreKey): UploadKeys => ({
  current: async () => key,
  find: async (accessKeyId) => (accessKeyId === key.accessKeyId ? key : null),
});
