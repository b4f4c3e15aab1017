import { useLayoutEffect, useRef } from "react";

/**
 * For a page with several views: treats a change of `view` like a new page, which starts at the top with the focus on
 * its title. Back from the view of a row focuses that row (`data-row`), and then the browser restores the position.
 */
export function useViewChange(view: string | null): void {
  const before = useRef(view);
  useLayoutEffect(() => {
    const left = before.current;
    if (left === view) return;
    before.current = view;
    window.scrollTo(0, 0);
    const rows = document.querySelectorAll<HTMLElement>("[data-row]");
    const row = [...rows].find(({ dataset }) => dataset.row === left);
    const title = document.querySelector<HTMLElement>("[data-page-title]");
    (row ?? title)?.focus({ preventScroll: true });
  }, [view]);
}
