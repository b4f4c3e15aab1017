/** A page's request to cache it, so that it opens offline. */
export interface CachePage {
  readonly cachePage: string;
  /** Files that the page has loaded in addition to those that its document names. */
  readonly assets: readonly string[];
}

/** Documents and files only: they contain no data of an account. */
const cacheName = "cached-pages";
const assetPath = /\/assets\/[\w.-]+/g;

/** Windows with a cached document: their files have to match it. */
const offlineClients = new Set<string>();

/** Caches the document with all files that it names; files of an earlier release are removed. */
export async function cachePage({ cachePage: path, assets }: CachePage): Promise<void> {
  const document = await fetch(path);
  if (!document.ok || document.redirected) return;
  const named = (await document.clone().text()).match(assetPath) ?? [];
  // The page was opened before a release: the next visit caches the new one.
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

/** The cached document of a page, without regard to its query. */
export async function openCached({ request, resultingClientId }: FetchEvent): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(new URL(request.url).pathname, { ignoreVary: true });
  if (cached !== undefined) offlineClients.add(resultingClientId);
  return cached;
}

export const isOfflineClient = (clientId: string): boolean => offlineClients.has(clientId);

export async function cachedFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}
