import { sessionIdOf } from "@reposo/contract/sessions/browser-session.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { storeHistoryState, readHistoryState } from "#shared/routing/navigation.ts";
import { onSessionCleared } from "#shared/session/session-storage.ts";

/** One visit to a list. Back and a reload return to the same visit, while a link to the same list starts a new one. */
export interface ListVisit {
  readonly id: string;
  /**
   * Consists of the name of the list, the beginning of the token, and the filter, so that the rows of one account are
   * not shown to another.
   */
  readonly name: string;
  /** Rows and scroll position of this visit; null for a new visit. */
  readonly stored: StoredVisit | null;
}

/** Data from which a list is restored as the user left it. */
interface StoredVisit extends ScrollPosition {
  readonly id: string;
  readonly name: string;
  readonly rows: StoredRows | null;
}

interface ScrollPosition {
  readonly scrollY: number;
  /** The first visible row; null if there is none. */
  readonly firstRow: RowPosition | null;
}

interface RowPosition {
  readonly name: string;
  /** Distance from the top of the window in pixels. */
  readonly top: number;
}

export interface StoredRows {
  /** The fetched pages, as in the query cache. */
  readonly data: unknown;
  /** Number of fetched pages that the list shows. */
  readonly shownPages: number;
}

const historyField = "list";
const storageName = "reposo.lists";
const maxStoredVisits = 3;

function readStoredVisits(): StoredVisit[] {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageName) ?? "[]") as StoredVisit[];
  } catch {
    return [];
  }
}

function storeVisit(visit: StoredVisit): void {
  const others = readStoredVisits().filter(({ id }) => id !== visit.id);
  try {
    const visits = [visit, ...others].slice(0, maxStoredVisits);
    window.sessionStorage.setItem(storageName, JSON.stringify(visits));
  } catch {
    // Storage is unavailable or full: the list will start at its top.
  }
}

onSessionCleared(() => {
  try {
    window.sessionStorage.removeItem(storageName);
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
});

const visitInHistory = () => readHistoryState(historyField) as { id: string; name: string } | undefined;

function currentVisit(name: string): ListVisit {
  const inHistory = visitInHistory();
  const id = inHistory?.name === name ? inHistory.id : Math.random().toString(36).slice(2);
  const stored = readStoredVisits().find((visit) => visit.id === id && visit.name === name) ?? null;
  return { id, name, stored };
}

/**
 * Returns the visit of the current history entry, or starts a new one. `filter` is a text that contains everything on
 * which the rows depend. `shown` is false while another page covers the list.
 */
export function useListVisit(list: string, token: string, filter: string, shown = true): ListVisit {
  const name = `${list} ${sessionIdOf(token)} ${filter}`;
  const [visit, setVisit] = useState(() => currentVisit(name));
  const current = visit.name === name ? visit : currentVisit(name);
  if (current !== visit) setVisit(current);
  useEffect(() => {
    // A history entry that was added during the visit, for a sheet over the list, belongs to the same visit.
    if (!shown || visitInHistory()?.id === current.id) return;
    storeHistoryState(historyField, { id: current.id, name });
  });
  return current;
}

/** Returns the row of this name; without a name, the first visible row. */
function findRow(name?: string): RowPosition | null {
  for (const row of document.querySelectorAll<HTMLElement>("[data-row]")) {
    // The list item is measured, because its content may not be rendered. The rows of a covered list have no size.
    const { top, bottom } = (row.closest("li") ?? row).getBoundingClientRect();
    const { row: found = "" } = row.dataset;
    if (bottom !== top && (name === undefined ? bottom > 0 : found === name)) return { name: found, top };
  }
  return null;
}

/**
 * Scrolls so that the first visible row has its stored position in the window; without this row, scrolls to `scrollY`.
 * The row is preferred, because a new document only estimates the heights of the rows above it. Scrolls again in the
 * next frames, at most ten, because the page may reach its full height only after the rows are rendered, and rows get
 * their actual heights only when they come close to the window. Stops when two frames needed no scrolling.
 */
function restorePosition({ scrollY, firstRow }: ScrollPosition): void {
  let frames = 10;
  const scroll = () => {
    const row = scrollY > 0 && firstRow && findRow(firstRow.name);
    const distance = row ? row.top - firstRow.top : scrollY - window.scrollY;
    window.scrollBy(0, distance);
    frames -= Math.abs(distance) < 1 ? 5 : 1;
    if (frames > 0) requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
}

interface ScrollOptions {
  readonly rows?: StoredRows | null;
  readonly shown?: boolean;
  /** Whether the list is below other content. A new visit then does not scroll to the top. */
  readonly isSection?: boolean;
}

/**
 * Restores the scroll position of a visit once its rows have loaded, and stores rows and position when the list is
 * left.
 */
export function useScrollRestoration(
  visit: ListVisit,
  isLoaded: boolean,
  { rows = null, shown = true, isSection = false }: ScrollOptions = {},
): void {
  const latestRows = useRef(rows);
  const position = useRef<{ visit: ListVisit; scroll: ScrollPosition | null; restored: boolean } | null>(
    null,
  );

  useLayoutEffect(() => {
    latestRows.current = rows;
    if (position.current?.visit !== visit)
      position.current = { visit, scroll: visit.stored, restored: false };
    const { current } = position;
    if (!shown || current.restored || (current.scroll !== null && !isLoaded)) return;
    current.restored = true;
    if (current.scroll !== null) restorePosition(current.scroll);
    else if (!isSection) window.scrollTo(0, 0);
  });

  // A layout effect, so that its cleanup stores the position before the page that covers the list scrolls to its top.
  useLayoutEffect(() => {
    const { current } = position;
    if (current === null || !shown) return;
    const follow = () => {
      if (current.restored) current.scroll = { scrollY: window.scrollY, firstRow: findRow() };
    };
    const store = () =>
      storeVisit({
        ...(current.scroll ?? { scrollY: 0, firstRow: null }),
        id: visit.id,
        name: visit.name,
        rows: latestRows.current,
      });
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = "manual";
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("pagehide", store);
    return () => {
      store();
      current.restored = false;
      window.history.scrollRestoration = before;
      window.removeEventListener("scroll", follow);
      window.removeEventListener("pagehide", store);
    };
  }, [visit, shown]);
}
