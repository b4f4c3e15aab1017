import type { PushMessage } from "@reposo/contract/alerts/notifications.ts";
import { isOfflineClient, type CachePage, cachePage, cachedFile, openCached } from "./cached-pages.ts";
import { offlineResponse } from "./offline-page.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("activate", (event) =>
  // With navigation preload, a page request does not wait for the service worker to start. Safari 14 does not support
  // it.
  event.waitUntil(Promise.resolve(self.registration.navigationPreload?.enable())),
);

/**
 * Handles requests for documents and for the files of a cached document. The browser handles all other requests,
 * including API calls.
 */
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  if (mode === "navigate" && isPage(url)) event.respondWith(openPage(event));
  else if (isOfflineClient(event.clientId) && new URL(url).pathname.startsWith("/assets/"))
    event.respondWith(cachedFile(event.request));
});

/**
 * Whether a navigation to the URL opens a page. API paths and paths with a file extension are files, which browsers also
 * download by navigation.
 */
function isPage(url: string): boolean {
  const { pathname } = new URL(url);
  return !pathname.startsWith("/api/") && !/\.[a-z0-9]+$/i.test(pathname);
}

/** Returns the page from the network; if that fails, the cached page, or else the offline page. */
async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(event.request));
  } catch {
    return (await openCached(event)) ?? offlineResponse();
  }
}

self.addEventListener("message", (event) => {
  const message = event.data as CachePage;
  // If a file fails to load, the page is not cached, and the next visit retries.
  event.waitUntil(cachePage(message).catch(() => {}));
});

self.addEventListener("push", (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (message !== undefined) event.waitUntil(show(message));
});

const show = ({ title, body, url, tag }: PushMessage): Promise<void> =>
  self.registration.showNotification(title, {
    body,
    tag,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: url,
  });

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data as string, self.location.origin)));
});

/** Focuses a window that already shows the page; otherwise opens a new window. URLs of other origins are ignored. */
async function open({ href, origin }: URL): Promise<void> {
  if (origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === href);
  await (shown === undefined ? self.clients.openWindow(href) : shown.focus());
}
