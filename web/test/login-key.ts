import type { Handlers } from "./fake-api.ts";

/** Returns a handler that sends a public key with which the page encrypts passwords. */
export async function createLoginKey(): Promise<NonNullable<Handlers["publicKey"]>> {
  const { publicKey: key } = await crypto.subtle.generateKey(
    { name: "RSA-OAEP", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
    true,
    ["encrypt", "decrypt"],
  );
  const publicKey = Buffer.from(await crypto.subtle.exportKey("spki", key)).toString("base64");
  return () => ({ keyId: "key-1", publicKey, nonce: "nonce-1", expiresAt: "2026-03-03T04:00:00.000Z" });
}
