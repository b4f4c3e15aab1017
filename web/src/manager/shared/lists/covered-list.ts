import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useQuery } from "#shared/routing/navigation.ts";

/**
 * For a list that a detail page covers: the list stays rendered and up to date, so that Back returns to it immediately.
 * `covering` identifies the detail page, and is null while the list is shown. Returns `search`, the query of the list's
 * own address, which is null until the list is shown for the first time.
 */
export function useCoveredList(covering: string | null): { search: string | null; shown: boolean } {
  const query = useQuery().toString();
  const shown = covering === null;
  const [search, setSearch] = useState(shown ? query : null);
  if (shown && search !== query) setSearch(query);
  useFocusOnNavigation(covering);
  return { search, shown };
}

/**
 * Scrolls a detail page to its top and focuses its title when it opens. After Back, focuses the row of the object that
 * the detail page showed, or if this row is not rendered, the title of the list.
 */
function useFocusOnNavigation(covering: string | null): void {
  const before = useRef(covering);
  useLayoutEffect(() => {
    if (covering !== null) window.scrollTo(0, 0);
  }, [covering]);
  useEffect(() => {
    const left = before.current;
    before.current = covering;
    if (left === covering) return;
    const row =
      left === null ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(left)}"]`);
    const title = document.querySelector<HTMLElement>("[data-page-title]");
    (covering === null ? (row ?? title) : title)?.focus({ preventScroll: true });
  }, [covering]);
}
