import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Over a list one of its rows: the way into it leads the focus to its title, the way back to the row; the page itself
 * is the same. `shown`: what stands over the list, by the name of its row.
 */
export function useFocusOnWay(shown: string | null): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (shown !== null) window.scrollTo(0, 0);
  }, [shown]);
  useEffect(() => {
    const left = before.current;
    before.current = shown;
    if (left === shown) return;
    const row =
      left === null ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(left)}"]`);
    const title = document.querySelector<HTMLElement>("[data-page-title]");
    (shown === null ? (row ?? title) : title)?.focus({ preventScroll: true });
  }, [shown]);
}
