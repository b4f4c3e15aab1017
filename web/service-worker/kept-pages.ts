/** What a page asks to be kept, so that it opens without a connection. */
export interface KeepPage {
  readonly keepPage: string;
  /** Files that the page loaded beside those that its document names. */
  readonly assets: readonly string[];
}

/** Documents and files only: neither contains anything of an account, and no figures. */
const cacheName = "kept-pages";
const assetPath = /\/assets\/[\w.-]+/g;

/** Windows whose document came from here: their files have to match it. */
const offlineClients = new Set<string>();

/** Stores the document with all files that it names; files of an earlier release are removed. */
export async function keepPage({ keepPage: path, assets }: KeepPage): Promise<void> {
  const document = await fetch(path);
  if (!document.ok || document.redirected) return;
  const named = (await document.clone().text()).match(assetPath) ?? [];
  // A page that was opened before a release: the next visit keeps the new one.
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

/** The document of a page that was kept, whatever its query. */
export async function openKept({ request, resultingClientId }: FetchEvent): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(new URL(request.url).pathname, { ignoreVary: true });
  if (kept !== undefined) offlineClients.add(resultingClientId);
  return kept;
}

export const isOfflineClient = (clientId: string): boolean => offlineClients.has(clientId);

export async function keptFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}
