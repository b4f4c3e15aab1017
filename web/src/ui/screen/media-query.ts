/** Returns functions for `useSyncExternalStore` that follow whether the window matches a media query. */
export function mediaQuery(query: string) {
  return {
    matches: (): boolean => find(query)?.matches === true,
    subscribe(notify: () => void): () => void {
      const media = find(query);
      media?.addEventListener("change", notify);
      return () => media?.removeEventListener("change", notify);
    },
  };
}

/** Returns null in a browser that lacks or refuses the interface. */
function find(query: string): MediaQueryList | null {
  try {
    return window.matchMedia(query);
  } catch {
    return null;
  }
}
