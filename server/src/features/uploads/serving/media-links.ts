import { createHmac } from "node:crypto";
import { isSameText, type StoreKey } from "#features/uploads/policy/post-policy.ts";

export const linkMilliseconds = 15 * 60_000;
/** Path prefix of the upload form, the callback, and the media links of this server. */
export const uploadsPath = "/uploads/";

export type MediaVariant = "file" | "poster";

const sign = (secret: string, variant: MediaVariant, key: string, expires: string): string =>
  createHmac("sha256", secret).update(`${variant}\n${expires}\n${key}`).digest("base64url");

/**
 * Creates a link that is valid for one to two times `linkMilliseconds`. The link is signed, because `img` and `video`
 * cannot send a token.
 */
export function mediaLink(
  { accessKeyId, secret }: StoreKey,
  key: string,
  now: Date,
  variant: MediaVariant = "file",
): string {
  // The expiry is a multiple of `linkMilliseconds`, so that a refetched page has the same links and the browser uses
  // its cache.
  const until = (Math.floor(now.getTime() / linkMilliseconds) + 2) * linkMilliseconds;
  const expires = String(until / 1000);
  const query = new URLSearchParams({
    keyId: accessKeyId,
    expires,
    signature: sign(secret, variant, key, expires),
  });
  if (variant === "poster") query.set("variant", variant);
  return `${uploadsPath}${key.split("/").map(encodeURIComponent).join("/")}?${query.toString()}`;
}

export interface GivenLink {
  readonly key: string;
  readonly keyId?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
  readonly variant?: unknown;
}

/**
 * Verifies a link with the key whose ID the link contains.
 * @returns the variant that the link opens; null if the link is invalid or has expired
 */
export function verifyLink({ secret }: StoreKey, link: GivenLink, now: Date): MediaVariant | null {
  const { key, expires, signature, variant = "file" } = link;
  if (typeof expires !== "string" || typeof signature !== "string" || !/^\d{1,12}$/.test(expires))
    return null;
  if (variant !== "file" && variant !== "poster") return null;
  const isValid = isSameText(signature, sign(secret, variant, key, expires));
  return isValid && now.getTime() < Number(expires) * 1000 ? variant : null;
}
