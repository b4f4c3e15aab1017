import { resolve } from "node:path";
import { isHttpsLink } from "#platform/text/contact-values.ts";

/** A web address, or the path of a file that the server serves. */
export type LogoSource = { readonly url: string } | { readonly file: string };

/** Returns null for an address that is not https. */
export function parseLogoSource(value: string): LogoSource | null {
  if (!value.includes("://")) return { file: resolve(value) };
  return isHttpsLink(value, 500) ? { url: value } : null;
}
