import { createHmac, timingSafeEqual } from "node:crypto";
import {
  dirOf,
  hasValidFields,
  type Posted,
  matchesPolicy,
  postPolicy,
  readPolicy,
} from "./upload-form-rules.ts";

export interface StoreKey {
  readonly accessKeyId: string;
  readonly secret: string;
}

/** Signs a policy with signature version 1: HMAC-SHA1 over the encoded policy, in base64. */
export const signPolicy = (policy: string, secret: string): string =>
  createHmac("sha1", secret).update(policy).digest("base64");

/** Returns the form fields `policy` and `signature`, which browsers may submit until the policy expires. */
export function signedPolicy(
  policy: { bucket: string; dir: string; expiresAt: Date },
  secret: string,
): { policy: string; signature: string } {
  const encoded = Buffer.from(JSON.stringify(postPolicy(policy))).toString("base64");
  return { policy: encoded, signature: signPolicy(encoded, secret) };
}

/**
 * Compares texts in a time that depends only on their lengths. Encoded values are not decoded: another encoding of the
 * same bytes does not match.
 */
export const isSameText = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Performs the checks of Alibaba Cloud OSS on an upload form, and checks that the callback is unchanged.
 * @returns the folder and key of the file; null if any check fails
 */
export function verifyForm(
  posted: Posted,
  { key, callback }: { key: StoreKey; callback: string },
): { dir: string; key: string } | null {
  const { fields } = posted;
  const field = (name: string): string => fields.get(name) ?? "";
  if (!hasValidFields(fields) || !isSameText(field("ossaccesskeyid"), key.accessKeyId)) return null;
  if (!isSameText(field("signature"), signPolicy(field("policy"), key.secret))) return null;
  // The signature does not cover the callback parameter, so a changed callback is refused here.
  if (fields.has("callback") && !isSameText(field("callback"), callback)) return null;
  const policy = readPolicy(Buffer.from(field("policy"), "base64").toString());
  if (policy === null || !matchesPolicy(policy, posted)) return null;
  const dir = dirOf(field("key"));
  return dir === null ? null : { dir, key: field("key") };
}
