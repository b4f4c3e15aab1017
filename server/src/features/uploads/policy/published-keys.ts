import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";

/** The only location at which Alibaba publishes the public keys of callbacks. */
const publishedAt = /^https?:\/\/gosspublic\.alicdn\.com\/[\w./-]{1,200}$/;
/**
 * URL of the key that OSS normally uses. The limit of downloads does not apply to it, so that callbacks with invented
 * URLs cannot prevent its download.
 */
const defaultUrl = "https://gosspublic.alicdn.com/callback_pub_key_v1.pem";
const refetchMs = 60_000;
const maxFetches = 8;
const fetchMilliseconds = 5_000;

/** Downloads the text at a URL; rejects if the download fails. */
async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(fetchMilliseconds) });
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}`);
  return response.text();
}

/**
 * Downloads and caches the public keys that verify OSS's callbacks. Apart from the key at `defaultUrl`, at most
 * `maxFetches` keys are downloaded per `refetchMs`, because the sender of a callback is not authenticated before its
 * key is known.
 */
export function createPublishedKeys(
  { clock, log }: { clock: Clock; log: Log },
  fetchKey: (url: string) => Promise<string> = fetchText,
) {
  const keys = new Map<string, string>();
  /** The downloads of the last `refetchMs` by URL, including failed downloads. */
  const fetches = new Map<string, { readonly at: number; readonly found: Promise<string | null> }>();

  async function load(url: string): Promise<string | null> {
    try {
      const key = await fetchKey(url);
      if (keys.size < maxFetches || url === defaultUrl) keys.set(url, key);
      return key;
    } catch (error) {
      log.warn({ err: error }, "uploads: a callback is refused, because its public key could not be fetched");
      return null;
    }
  }

  return {
    /**
     * @returns the key in PEM format; null if Alibaba publishes no keys at the URL, if the key cannot be downloaded, or
     *   if the limit of downloads is reached
     */
    async keyAt(named: string): Promise<string | null> {
      if (!publishedAt.test(named)) return null;
      const url = named.replace(/^http:/, "https:");
      const known = keys.get(url);
      if (known !== undefined) return known;
      const now = clock.now().getTime();
      for (const [fetched, { at }] of fetches) if (at <= now - refetchMs) fetches.delete(fetched);
      const earlier = fetches.get(url);
      if (earlier !== undefined) return earlier.found;
      if (fetches.size >= maxFetches && url !== defaultUrl) return null;
      const found = load(url);
      fetches.set(url, { at: now, found });
      return found;
    },
  };
}
