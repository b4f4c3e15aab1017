import { createHmac, timingSafeEqual } from "node:crypto";
import type { ServerKey } from "#platform/keys/server-keys.ts";

/** The content of a guest token, which is signed instead of stored, so that opening a chair's page writes nothing. */
export interface GuestToken {
  readonly customerId: string;
  readonly issuedAt: Date;
}

const customerBytes = 16;
const issuedBytes = 4;
const keyBytes = 16;
const signatureBytes = 24;
const signedBytes = customerBytes + issuedBytes + keyBytes;

const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");
const uuidOf = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const signatureOf = (signed: Buffer, { secret }: ServerKey): Buffer =>
  createHmac("sha256", secret).update("guest token").update(signed).digest().subarray(0, signatureBytes);

/** Returns whether a text has the 80 characters of a guest token. The token of a stored session has 43. */
export const hasGuestTokenFormat = (text: string): boolean => /^[A-Za-z0-9_-]{80}$/.test(text);

export function signGuestToken({ customerId, issuedAt }: GuestToken, key: ServerKey): string {
  const issued = Buffer.alloc(issuedBytes);
  issued.writeUInt32BE(Math.floor(issuedAt.getTime() / 1000));
  const signed = Buffer.concat([uuidBytes(customerId), issued, uuidBytes(key.keyId)]);
  return Buffer.concat([signed, signatureOf(signed, key)]).toString("base64url");
}

/**
 * Verifies and decodes a guest token, which must have the format that `hasGuestTokenFormat` checks. Does not check the
 * age of the token.
 * @returns null if the token was not signed with a known key
 */
export async function readGuestToken(
  token: string,
  findKey: (keyId: string) => Promise<ServerKey | null>,
): Promise<GuestToken | null> {
  const bytes = Buffer.from(token, "base64url");
  const signed = bytes.subarray(0, signedBytes);
  const key = await findKey(uuidOf(signed.subarray(customerBytes + issuedBytes)));
  if (key === null || !timingSafeEqual(bytes.subarray(signedBytes), signatureOf(signed, key))) return null;
  return {
    customerId: uuidOf(signed.subarray(0, customerBytes)),
    issuedAt: new Date(signed.readUInt32BE(customerBytes) * 1000),
  };
}
