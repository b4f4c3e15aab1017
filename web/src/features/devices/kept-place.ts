import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DeviceFilters } from "./device-filters.ts";
import type { DevicePages } from "./device-pages.ts";
import { forgetPages, keepPages, readKeptScroll } from "./kept-pages.ts";

const mark = "deviceList";

/** A history entry that showed the list before carries the mark, through a reload and through another app. */
function isReturning(): boolean {
  return Boolean((window.history.state as Record<string, unknown> | null)?.[mark]);
}

/** Before the first read: whoever comes anew begins at the top with fresh rows. */
export function useReturning(): boolean {
  const [returning] = useState(() => {
    const again = isReturning();
    if (!again) forgetPages();
    return again;
  });
  return returning;
}

/** Keeps rows and place while the list is on the screen, and goes back to the place on the way back (DEV-1). */
export function useKeptPlace(
  token: string | null,
  filters: DeviceFilters,
  pages: DevicePages | undefined,
  returning: boolean,
): void {
  const latest = useRef({ token, filters, pages });
  useEffect(() => {
    latest.current = { token, filters, pages };
    if (!isReturning()) window.history.replaceState({ ...window.history.state, [mark]: true }, "");
  });

  const restored = useRef(!returning);
  useLayoutEffect(() => {
    if (restored.current || pages === undefined) return;
    restored.current = true;
    window.scrollTo(0, readKeptScroll(token, filters) ?? 0);
  });

  useEffect(() => {
    let scrollY = window.scrollY;
    const follow = () => {
      scrollY = window.scrollY;
    };
    const keep = () => {
      const now = latest.current;
      if (now.token !== null && now.pages !== undefined)
        keepPages(now.token, now.filters, now.pages, scrollY);
    };
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = "manual";
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("pagehide", keep);
    return () => {
      keep();
      window.history.scrollRestoration = before;
      window.removeEventListener("scroll", follow);
      window.removeEventListener("pagehide", keep);
    };
  }, []);
}
