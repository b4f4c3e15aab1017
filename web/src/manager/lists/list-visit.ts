import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { keepInHistory } from "#shared/routing/kept-in-history.ts";
import { keepBeforeLeaving, keepList, readKeptList } from "./kept-lists.ts";

/** One standing of a list in the history: Back finds it again, a new way to the same list begins anew. */
export interface ListVisit {
  readonly id: string;
  readonly name: string;
  /** What is known of the parts' heights, in pixels; written while the list stands. */
  readonly heights: number[];
  /** Where it stood when it was left; null on a first visit. */
  readonly scrollY: number | null;
}

const mark = "list";
interface Mark {
  readonly id: string;
  readonly name: string;
}

const markHere = (): Mark | undefined =>
  (window.history.state as Record<string, Mark | undefined> | null)?.[mark];

function visitHere(name: string): ListVisit {
  const here = markHere();
  const id = here?.name === name ? here.id : Math.random().toString(36).slice(2);
  const kept = readKeptList(id, name);
  return { id, name, heights: [...(kept?.heights ?? [])], scrollY: kept?.scrollY ?? null };
}

/**
 * `filter`: what is listed, in one text; whoever holds another token has another list. `shown`: false while another page
 * covers the list, whose history entry is not the list's.
 */
export function useListVisit(list: string, token: string, filter: string, shown = true): ListVisit {
  const name = `${list} ${token.slice(0, 8)} ${filter}`;
  const [visit, setVisit] = useState(() => visitHere(name));
  const current = visit.name === name ? visit : visitHere(name);
  if (current !== visit) setVisit(current);
  useEffect(() => {
    // A history entry made meanwhile (a sheet over the list) belongs to the same visit.
    if (!shown || markHere()?.id === current.id) return;
    const { id } = current;
    keepInHistory(mark, { id, name } satisfies Mark);
  });
  return current;
}

/** The page may reach its full height a frame or two after the rows. */
function scrollThere(top: number, frames = 10): void {
  window.scrollTo(0, top);
  if (frames > 0 && window.scrollY < top - 1) requestAnimationFrame(() => scrollThere(top, frames - 1));
}

/** Goes to where the visit stood once its rows are there, and keeps rows and place when it is left or covered. */
export function useKeptPlace(visit: ListVisit, pages: unknown, shown = true): void {
  const latest = useRef(pages);
  const place = useRef<{ visit: ListVisit; scrollY: number; taken: boolean } | null>(null);

  useLayoutEffect(() => {
    latest.current = pages;
    if (place.current?.visit !== visit) place.current = { visit, scrollY: visit.scrollY ?? 0, taken: false };
    const { current } = place;
    if (!shown || pages === undefined || current.taken) return;
    current.taken = true;
    scrollThere(current.scrollY);
  });

  // Before the page that covers the list is scrolled to its own top.
  useLayoutEffect(() => {
    const here = place.current;
    if (here === null || !shown) return;
    const follow = () => {
      if (here.taken) here.scrollY = window.scrollY;
    };
    const keep = () => {
      if (latest.current === undefined) return;
      const { id, name, heights } = visit;
      keepList({ visit: id, name, pages: latest.current, heights, scrollY: here.scrollY });
    };
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = "manual";
    window.addEventListener("scroll", follow, { passive: true });
    const stop = keepBeforeLeaving(keep);
    return () => {
      keep();
      here.taken = false;
      window.history.scrollRestoration = before;
      window.removeEventListener("scroll", follow);
      stop();
    };
  }, [visit, shown]);
}

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
