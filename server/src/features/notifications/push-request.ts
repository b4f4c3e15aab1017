import { lookup } from "node:dns";
import { request } from "node:https";
import type { LookupFunction } from "node:net";
import type { PushConfig } from "#platform/config/config-notifications.ts";
import ipaddr from "ipaddr.js";

/** Whether the address is public: not private, loopback, or reserved, nor IPv6 that wraps such an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/**
 * @returns null where no request may be sent to the URL; names are checked when they are resolved, because
 * their addresses can change
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
 * Checks the addresses of a name. The connection uses a checked address, so the name cannot change its
 * address in between.
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

/** Sends an encrypted message; follows no redirect and reads no body. @returns the status code */
export function postPush(
  { mayBePrivate }: PushConfig,
  endpoint: string,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
  signal: AbortSignal,
): Promise<number> {
  // The endpoint may have been stored by a server with another setting.
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
