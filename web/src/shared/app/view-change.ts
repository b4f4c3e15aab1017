import { useLayoutEffect, useRef } from "react";
import { isWideNow } from "#ui/screen/by-width.tsx";

/**
 * For a page with several views: treats a change of `view` like a new page, which starts at the top with the focus on
 * its title. Back from the view of a row focuses that row (`data-row`), and then the browser restores the position.
 * With `isBeside`, a wide window shows the view beside the list, so that nothing moves.
 */
export function useViewChange(view: string | null, isBeside = false): void {
  const before = useRef(view);
  useLayoutEffect(() => {
    const left = before.current;
    if (left === view) return;
    before.current = view;
    if (isBeside && isWideNow()) return;
    window.scrollTo(0, 0);
    const rows = document.querySelectorAll<HTMLElement>("[data-row]");
    const row = [...rows].find(({ dataset }) => dataset.row === left);
    const title = document.querySelector<HTMLElement>("[data-page-title]");
    (row ?? title)?.focus({ preventScroll: true });
  }, [view, isBeside]);
}
