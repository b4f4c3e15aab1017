import { lookup } from "node:dns";
import { request } from "node:https";
import type { LookupFunction } from "node:net";
import type { PushConfig } from "#platform/config/config-notifications.ts";
import ipaddr from "ipaddr.js";

/** The obsolete IPv4-compatible addresses (RFC 4291), which ipaddr.js classifies as unicast. */
const ipv4Compatible = ipaddr.IPv6.parseCIDR("::/96");

/**
 * Returns whether an IP address is public. Private, loopback, and reserved addresses are not. An IPv4 address that is
 * mapped to IPv6 (`::ffff:0:0/96`) is checked as an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const isIpv4Compatible = address instanceof ipaddr.IPv6 && address.match(ipv4Compatible);
  return address.range() === "unicast" && !isIpv4Compatible;
}

/**
 * Returns the normalised URL of a push service, or null if no request may be sent to it: only https URLs without
 * credentials are permitted, and private IP addresses only with `mayBePrivate` (protection against SSRF). The addresses
 * of a host name are checked when the name is resolved for a request, because they can change.
 */
export function parsePushEndpoint(text: string, mayBePrivate: boolean): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!mayBePrivate && ipaddr.isValid(host) && !isPublicAddress(host)) return null;
  return url.href;
}

const timeoutMs = 10_000;

/**
 * Resolves a host name, and fails if one of its addresses is not public. The connection uses these checked
 * addresses, so a DNS change between check and connection (DNS rebinding) has no effect.
 */
const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    if (refused !== undefined)
      return callback(new Error(`${hostname} resolves to an address that is not public`), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) return callback(null, addresses);
    callback(null, first.address, first.family);
  });

/**
 * Sends an encrypted message to a push service without following redirects.
 * @returns the HTTP status; rejects if the request fails, is aborted, or takes longer than `timeoutMs`
 * @throws Error if no request may be sent to the endpoint
 */
export function postPush(
  { mayBePrivate }: PushConfig,
  endpoint: string,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
  signal: AbortSignal,
): Promise<number> {
  // Checked again, because a server with another value of `mayBePrivate` may have stored the endpoint.
  if (parsePushEndpoint(endpoint, mayBePrivate) === null)
    throw new Error("not the address of a push service");
  return new Promise((resolve, reject) => {
    const sent = request(
      endpoint,
      {
        method: "POST",
        headers,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        ...(mayBePrivate ? {} : { lookup: publicLookup }),
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
