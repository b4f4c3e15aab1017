import {
  type RefCallback,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";

/** The first hundred rows always stand in the page, for the browser's own search. */
const standingParts = 5;
/** About two screens of a phone either way: a fling must not outrun it. */
const aheadPixels = 2_000;

interface Span {
  readonly from: number;
  /** The first one after it. */
  readonly to: number;
}
interface Sight extends Span {
  /** Where the keyboard stands: it must not lose the ground. */
  readonly held: number | null;
}

/** A part of a list in the page, or the gap that others leave. */
export type Drawn =
  | { readonly kind: "part"; readonly index: number }
  | { readonly kind: "gap"; readonly before: number; readonly height: number };

/**
 * Which of a list's parts stand in the page: those near the window, the first ones, those whose height is not known
 * yet. All others together cost an element or two, since each one left behind would be met by every tap and every scroll.
 */
export function useDrawnParts(
  list: RefObject<HTMLElement | null>,
  count: number,
  /** Of the parts, as last seen. */
  heights: number[],
  /** Where the window will stand when the list comes back. */
  scrollY: number | null,
): { drawn: Drawn[]; measured: RefCallback<HTMLElement> } {
  const [sight, setSight] = useState<Sight>(() =>
    scrollY === null
      ? { from: 0, to: Number.POSITIVE_INFINITY, held: null }
      : { ...near(heights, -scrollY, 0), held: null },
  );
  const [firstStand, setFirstStand] = useState(scrollY === null);
  useEffect(() => startTransition(() => setFirstStand(true)), []);

  const look = useCallback(() => {
    const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
    // Another page covers it.
    if (height === 0) return;
    const next = { ...near(heights, top, window.innerHeight), held: heldPart(list.current) };
    setSight((before) => (isSame(before, next) ? before : next));
  }, [list, heights]);

  useEffect(() => {
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [look]);

  const latest = useRef({ heights, look });
  useEffect(() => {
    latest.current = { heights, look };
  });
  const observer = useRef<ResizeObserver | null>(null);
  const measured = useCallback((part: HTMLElement | null) => {
    if (part === null) return;
    observer.current ??= new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const { height } = target.getBoundingClientRect();
        if (height > 0) latest.current.heights[partOf(target)] = height;
      }
      latest.current.look();
    });
    observer.current.observe(part);
    return () => observer.current?.unobserve(part);
  }, []);

  const isDrawn = (index: number): boolean =>
    (index >= sight.from && index < sight.to) ||
    (firstStand && index < standingParts) ||
    index === sight.held ||
    heights[index] === undefined;
  return { drawn: drawnAmong(count, heights, isDrawn), measured };
}

/** The parts that stand near a window of `seen` pixels, whose first one begins at `top`. */
export function near(heights: readonly number[], top: number, seen: number): Span {
  let edge = top;
  let from = heights.length;
  let to = heights.length;
  for (const [index, height] of heights.entries()) {
    if (edge >= seen + aheadPixels) to = Math.min(to, index);
    edge += height ?? 0;
    if (edge > -aheadPixels) from = Math.min(from, index);
  }
  return { from, to };
}

export function drawnAmong(
  count: number,
  heights: readonly number[],
  isDrawn: (index: number) => boolean,
): Drawn[] {
  const drawn: Drawn[] = [];
  let height = 0;
  for (let index = 0; index <= count; index += 1) {
    if (index < count && !isDrawn(index)) {
      height += heights[index] ?? 0;
      continue;
    }
    if (height > 0) drawn.push({ kind: "gap", before: index, height });
    height = 0;
    if (index < count) drawn.push({ kind: "part", index });
  }
  return drawn;
}

const partOf = (element: Element): number => Number((element as HTMLElement).dataset.part);

function heldPart(list: HTMLElement | null): number | null {
  const focused = document.activeElement;
  const part = list?.contains(focused) === true ? focused?.closest("[data-part]") : null;
  return part ? partOf(part) : null;
}

const isSame = (one: Sight, other: Sight): boolean =>
  one.from === other.from && one.to === other.to && one.held === other.held;
