import ipaddr from "ipaddr.js";

/** Of the public internet: neither private, nor of this machine, nor reserved; also where IPv6 wraps such an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/**
 * The address of a push service in its normal form; null where requests must not be sent to it. Names are checked when
 * they are resolved, as what they stand for can change.
 */
export function parsePushEndpoint(text: string, mayBePrivate: boolean): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!mayBePrivate && ipaddr.isValid(host) && !isPublicAddress(host)) return null;
  return url.href;
}
