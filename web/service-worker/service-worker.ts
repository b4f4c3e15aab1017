import { offlineResponse } from "./offline-page.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("activate", (event) =>
  // Safari 14 has no navigation preload; elsewhere the request must not wait for the worker to start.
  event.waitUntil(Promise.resolve(self.registration.navigationPreload?.enable())),
);

/** Documents only: everything else, API responses above all, is left to the browser, and nothing is cached. */
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method === "GET" && mode === "navigate" && isPage(url)) event.respondWith(openPage(event));
});

/** Exported files are downloaded by navigation as well. */
function isPage(url: string): boolean {
  const { pathname } = new URL(url);
  return !pathname.startsWith("/api/") && !/\.[a-z0-9]+$/i.test(pathname);
}

async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(event.request));
  } catch {
    return offlineResponse();
  }
}
