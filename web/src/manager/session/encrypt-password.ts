/** Whether this address lets a browser encrypt: WebCrypto exists on https and on localhost only. */
export const canEncrypt = (): boolean => typeof crypto !== "undefined" && crypto.subtle !== undefined;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Base64 of the RSA-OAEP ciphertext of password and nonce: good for one login, so worth nothing to a listener. */
export async function encryptPassword(password: string, publicKey: string, nonce: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    "spki",
    bytesOf(publicKey),
    { name: "RSA-OAEP", hash: "SHA-256" },
    false,
    ["encrypt"],
  );
  const plain = new TextEncoder().encode(JSON.stringify({ password, nonce }));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "RSA-OAEP" }, key, plain));
  return btoa(Array.from(sealed, (byte) => String.fromCharCode(byte)).join(""));
}
