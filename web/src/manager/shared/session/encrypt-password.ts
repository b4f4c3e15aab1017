import { resultCodes } from "@reposo/contract/result-codes.ts";
import { callApi } from "#shared/api/api-client.ts";
import { refusalCode } from "#shared/api/api-failure.ts";

/** Whether the browser can encrypt passwords: WebCrypto exists only on https and localhost. */
export const canEncrypt = (): boolean => typeof crypto !== "undefined" && crypto.subtle !== undefined;

/**
 * Returns the RSA-OAEP ciphertext of the password and the nonce, in Base64. `publicKey` is the SPKI form of the key, in
 * Base64. The nonce makes the ciphertext valid for only one call.
 */
export async function encryptPassword(password: string, publicKey: string, nonce: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    "spki",
    Uint8Array.from(atob(publicKey), (letter) => letter.charCodeAt(0)),
    { name: "RSA-OAEP", hash: "SHA-256" },
    false,
    ["encrypt"],
  );
  const plain = new TextEncoder().encode(JSON.stringify({ password, nonce }));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "RSA-OAEP" }, key, plain));
  return btoa(Array.from(sealed, (byte) => String.fromCharCode(byte)).join(""));
}

export interface Encryption {
  readonly keyId: string;
  readonly encrypt: (password: string) => Promise<string>;
}

/**
 * Makes a call that contains encrypted passwords. If the server no longer accepts the key, retries once with a new key.
 */
export async function callEncrypted<R>(call: (encryption: Encryption) => Promise<R>): Promise<R> {
  const attempt = async () => {
    const { keyId, publicKey: key, nonce } = await callApi("publicKey", undefined);
    return call({ keyId, encrypt: (password) => encryptPassword(password, key, nonce) });
  };
  try {
    return await attempt();
  } catch (error) {
    if (refusalCode(error) !== resultCodes.loginKeySpent) throw error;
    return attempt();
  }
}
