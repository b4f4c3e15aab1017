import { type ReactNode, memo, startTransition, useEffect, useMemo, useRef, useState } from "react";
import styles from "./long-list.module.css";
import { type WatchPart, usePartWatcher } from "./part-watcher.ts";

/** The first hundred rows always stand in the page, for the browser's own search. */
export const standingParts = 5;
const aheadPixels = 2_000;

interface Part {
  readonly items: readonly unknown[];
}

/**
 * Thousands of rows: deep down only those near the window are in the page, a part (a page of the list) at a time; the
 * others leave a gap of their own height. Each row says which of how many it is (`Row`'s `place`), for who listens.
 */
function PlainLongList<P extends Part>({
  label,
  parts,
  total,
  heights,
  scrollY,
  renderPart,
}: {
  label: string;
  parts: readonly P[];
  total: number;
  /** Of the parts, as last seen; written while the list stands, read when it stands again. */
  heights: number[];
  /** Where the window will stand when the list comes back. */
  scrollY: number | null;
  /** The same function from one drawing to the next. */
  renderPart: RenderPart<P>;
}) {
  const watch = usePartWatcher(heights, standingParts);
  const [away] = useState(() => partsAway(heights, scrollY));
  const starts = useMemo(() => startsOf(parts), [parts]);
  return (
    <div role="list" className={styles.list} aria-label={label}>
      {parts.map((part, index) => (
        <ListPart
          key={index}
          part={part}
          index={index}
          start={starts[index] ?? 0}
          total={total}
          render={renderPart as RenderPart<Part>}
          watch={watch}
          height={away[index] ?? null}
        />
      ))}
    </div>
  );
}

/** A page drawn anew for something else leaves its hundreds of parts alone. */
export const LongList = memo(PlainLongList) as typeof PlainLongList;

type RenderPart<P> = (part: P, start: number, total: number) => ReactNode;

const ListPart = memo(function ListPart({
  part,
  index,
  start,
  total,
  render,
  watch,
  height,
}: {
  part: Part;
  index: number;
  start: number;
  total: number;
  render: RenderPart<Part>;
  watch: WatchPart;
  height: number | null;
}) {
  const element = useRef<HTMLDivElement>(null);
  const [gap, setGap] = useState(height);
  useEffect(() => {
    if (element.current === null) return;
    const unwatch = watch(element.current, index, setGap);
    if (index < standingParts) startTransition(() => setGap(null));
    return unwatch;
  }, [watch, index]);
  return (
    <div ref={element} className={styles.part} style={gap === null ? undefined : { height: gap }}>
      {gap === null && render(part, start, total)}
    </div>
  );
});

/** Which parts of a list that comes back need not be drawn before it is seen. */
function partsAway(heights: readonly number[], scrollY: number | null): (number | null)[] {
  if (scrollY === null) return [];
  let top = 0;
  return heights.map((height) => {
    const bottom = top + height;
    const isNear = bottom > scrollY - aheadPixels && top < scrollY + aheadPixels;
    top = bottom;
    return isNear ? null : height;
  });
}

/** How many rows stand before each part. */
function startsOf(parts: readonly Part[]): number[] {
  let before = 0;
  return parts.map(({ items }) => {
    const start = before;
    before += items.length;
    return start;
  });
}
