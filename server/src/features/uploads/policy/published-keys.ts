import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";

/** The text of what is published at an address. It rejects where there is nothing, or nobody answers. */
export type FetchKey = (url: string) => Promise<string>;

/** Alibaba publishes the key that callbacks are signed with here and nowhere else. */
const publishedAt = /^https?:\/\/gosspublic\.alicdn\.com\/[\w./-]{1,200}$/;
/** Where it has always been: made up addresses must not keep us from looking there. */
const usual = "https://gosspublic.alicdn.com/callback_pub_key_v1.pem";
const lookAgainMs = 60_000;
const mostLooks = 8;
const fetchMilliseconds = 5_000;

export const fetchPublishedKey: FetchKey = async (url) => {
  const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(fetchMilliseconds) });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return answer.text();
};

/**
 * Keys of callbacks by the address that a callback names. It does so before anybody knows who sends it, so whoever
 * makes addresses up has us look outside a few times a minute and no more.
 */
export function createPublishedKeys(
  { clock, log }: { clock: Clock; log: Log },
  fetchKey: FetchKey = fetchPublishedKey,
) {
  const keys = new Map<string, string>();
  /** Those of the last minute, found or not. */
  const looks = new Map<string, { readonly at: number; readonly found: Promise<string | null> }>();

  async function look(url: string): Promise<string | null> {
    try {
      const key = await fetchKey(url);
      if (keys.size < mostLooks || url === usual) keys.set(url, key);
      return key;
    } catch (error) {
      log.warn({ err: error }, "uploads: a callback's key could not be fetched");
      return null;
    }
  }

  return {
    /** @returns null where there is none, or it is not looked for now */
    async keyAt(named: string): Promise<string | null> {
      if (!publishedAt.test(named)) return null;
      const url = named.replace(/^http:/, "https:");
      const known = keys.get(url);
      if (known !== undefined) return known;
      const now = clock.now().getTime();
      for (const [of, { at }] of looks) if (at <= now - lookAgainMs) looks.delete(of);
      const earlier = looks.get(url);
      if (earlier !== undefined) return earlier.found;
      if (looks.size >= mostLooks && url !== usual) return null;
      const found = look(url);
      looks.set(url, { at: now, found });
      return found;
    },
  };
}
