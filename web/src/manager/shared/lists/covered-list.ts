import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useQuery } from "#shared/routing/navigation.ts";

/**
 * A list that a detail page covers while the address names it: the list stays rendered and up to date, and Back
 * returns to it. `covering`: identifies the detail page, null while the list is shown. `search`: the query of the
 * list's own address, null until the list is shown for the first time.
 */
export function useCoveredList(covering: string | null): { search: string | null; shown: boolean } {
  const query = useQuery().toString();
  const shown = covering === null;
  const [search, setSearch] = useState(shown ? query : null);
  if (shown && search !== query) setSearch(query);
  useFocusOnNavigation(covering);
  return { search, shown };
}

/** Opening a row moves the focus to the title of the detail page, and Back returns the focus to the row. */
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
