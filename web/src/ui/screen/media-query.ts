/** Returns functions for `useSyncExternalStore` that follow whether the window matches a media query. */
export function mediaQuery(query: string) {
  return {
    matches: (): boolean => window.matchMedia(query).matches,
    subscribe(notify: () => void): () => void {
      const media = window.matchMedia(query);
      media.addEventListener("change", notify);
      return () => media.removeEventListener("change", notify);
    },
  };
}
