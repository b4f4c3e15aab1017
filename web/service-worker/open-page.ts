import { openCached } from "./cached-pages.ts";
import { offlineResponse } from "./offline-page.ts";

/**
 * Returns false for API paths and for paths with a file extension: exported files are also downloaded by navigation.
 */
export function isPage(url: string): boolean {
  const { pathname } = new URL(url);
  return !pathname.startsWith("/api/") && !/\.[a-z0-9]+$/i.test(pathname);
}

/** Returns the page from the network; if that fails, the cached page, or else the offline page. */
export async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(event.request));
  } catch {
    return (await openCached(event)) ?? offlineResponse();
  }
}
