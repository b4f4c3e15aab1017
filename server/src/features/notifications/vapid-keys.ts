import { createECDH, hkdfSync } from "node:crypto";
import { createServerKeys, type ServerKey, type ServerKeysDependencies } from "#platform/keys/server-keys.ts";

export interface VapidKey {
  readonly keyId: string;
  /** Both keys are in base64url, the format of browsers and push services. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The order of the curve P-256. */
const groupOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const scalarBytes = 32;

const centuryMs = 100 * 365 * 24 * 60 * 60 * 1000;

/**
 * The key must not expire in practice, because a browser's subscription is valid only with the key with which it was
 * created.
 */
const times = { signsMs: centuryMs, overlapMs: centuryMs };

/**
 * Derives a key pair from a secret. Deriving 16 extra bytes before the reduction makes all valid private keys almost
 * equally probable (FIPS 186-5, A.2.1).
 */
function vapidKeyOf({ keyId, secret }: ServerKey): VapidKey {
  const derived = Buffer.from(hkdfSync("sha256", secret, "", "vapid", scalarBytes + 16));
  const scalar = (BigInt(`0x${derived.toString("hex")}`) % (groupOrder - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(scalarBytes * 2, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  return {
    keyId,
    publicKey: pair.getPublicKey().toString("base64url"),
    privateKey: privateKey.toString("base64url"),
  };
}

/**
 * Manages the VAPID key that identifies this network to push services. It is shared by all servers of a database that
 * have the same key-encryption key.
 */
export function createVapidKeys(dependencies: ServerKeysDependencies) {
  const keys = createServerKeys(dependencies, "vapid", times);
  return {
    current: async (): Promise<VapidKey> => vapidKeyOf(await keys.current()),
    /** Returns null if the key is unknown, or encrypted with another key-encryption key. */
    find: async (keyId: string): Promise<VapidKey | null> => {
      const key = await keys.find(keyId);
      return key && vapidKeyOf(key);
    },
  };
}
export type VapidKeys = ReturnType<typeof createVapidKeys>;
