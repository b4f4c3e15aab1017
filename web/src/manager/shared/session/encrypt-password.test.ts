import { describe, expect, it } from "vitest";
import { encryptPassword } from "./encrypt-password.ts";

describe("encryptPassword", () => {
  it("[LOGIN-1] encrypts the password and the nonce with the server's public key, with a different result each time", async () => {
    const pair = await crypto.subtle.generateKey(
      { name: "RSA-OAEP", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
      true,
      ["encrypt", "decrypt"],
    );
    const publicKey = Buffer.from(await crypto.subtle.exportKey("spki", pair.publicKey)).toString("base64");
    const password = "密碼 ₱ with spaces";

    const one = await encryptPassword(password, publicKey, "nonce-1");
    const two = await encryptPassword(password, publicKey, "nonce-1");

    expect(one).not.toBe(two);
    const opened = await crypto.subtle.decrypt(
      { name: "RSA-OAEP" },
      pair.privateKey,
      Buffer.from(one, "base64"),
    );
    expect(JSON.parse(new TextDecoder().decode(opened))).toEqual({ password, nonce: "nonce-1" });
  });
});
