/** Message by which a page requests that the service worker caches it for offline use. */
export interface CachePage {
  readonly cachePage: string;
  /** Paths of all script files that the page has loaded, including those that its document does not name. */
  readonly assets: readonly string[];
}

/** Holds documents and asset files only, which contain no account data. */
const cacheName = "cached-pages";
const assetPath = /\/assets\/[\w.-]+/g;

/**
 * IDs of windows that show a cached document. Their files come from the cache too, because files of a newer release may
 * not match.
 */
const offlineClients = new Set<string>();

let lastCaching: Promise<void> = Promise.resolve();

/**
 * Caches the document, the files that it names, and `assets`. Then it deletes everything else from the cache, such as
 * files of an earlier release. Messages are handled in their order, because an earlier one would delete the files of a
 * later one that it does not know.
 */
export function cachePage(message: CachePage): Promise<void> {
  const caching = lastCaching.then(() => replaceCached(message));
  lastCaching = caching.catch(() => {});
  return caching;
}

async function replaceCached({ cachePage: path, assets }: CachePage): Promise<void> {
  // Without cookies, the document contains nothing of the session.
  const document = await fetch(path, { credentials: "omit" });
  if (!document.ok || document.redirected) return;
  const named = (await document.clone().text()).match(assetPath) ?? [];
  // If the document names no file that the page has loaded, it is of a newer release, whose files do not match those of
  // the page. The next visit caches the new release.
  if (!named.some((one) => assets.includes(one))) return;
  const cache = await caches.open(cacheName);
  const wanted = new Set([...named, ...assets]);
  await Promise.all(
    [...wanted].map(async (one) => {
      if ((await cache.match(one, { ignoreVary: true })) === undefined) await cache.add(one);
    }),
  );
  await cache.put(path, document);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== path && !wanted.has(pathname)) await cache.delete(url, { ignoreVary: true });
  }
}

/** Returns the cached document for the URL's path, ignoring the query; undefined if the page is not cached. */
export async function openCached({ request, resultingClientId }: FetchEvent): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(new URL(request.url).pathname, { ignoreVary: true });
  if (cached !== undefined) offlineClients.add(resultingClientId);
  return cached;
}

export const isOfflineClient = (clientId: string): boolean => offlineClients.has(clientId);

/** Returns the cached file; fetches it if it is not cached. */
export async function cachedFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}
