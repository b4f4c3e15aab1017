import { type CSSProperties, type ReactNode, memo, useMemo, useRef } from "react";
import { useDrawnParts } from "./drawn-parts.ts";
import styles from "./long-list.module.css";

interface Part {
  readonly items: readonly unknown[];
}

/**
 * Thousands of rows: deep down only those near the window are in the page, a part (a page of the list) at a time; the
 * others leave a gap of their height. Each row says which of how many it is (`Row`'s `place`), for who listens.
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
  const list = useRef<HTMLDivElement>(null);
  const { drawn, measured } = useDrawnParts(list, parts.length, heights, scrollY);
  const starts = useMemo(() => startsOf(parts), [parts]);
  return (
    <div ref={list} role="list" className={styles.list} aria-label={label}>
      {drawn.map((each) =>
        each.kind === "gap" ? (
          <div key={`gap-${each.before}`} className={styles.gap} style={{ height: each.height }} />
        ) : (
          <div
            key={each.index}
            ref={measured}
            className={styles.part}
            style={outOfSight(heights[each.index])}
            data-part={each.index}
          >
            <Rows
              part={parts[each.index] as P}
              start={starts[each.index] ?? 0}
              total={total}
              render={renderPart as RenderPart<Part>}
            />
          </div>
        ),
      )}
    </div>
  );
}

/** A page drawn anew for something else leaves the list alone. */
export const LongList = memo(PlainLongList) as typeof PlainLongList;

type RenderPart<P> = (part: P, start: number, total: number) => ReactNode;

/** A window that moved on leaves the parts that stay alone. */
const Rows = memo(function Rows({
  part,
  start,
  total,
  render,
}: {
  part: Part;
  start: number;
  total: number;
  render: RenderPart<Part>;
}) {
  return render(part, start, total);
});

/** A part that comes back is as high as it was, also while the browser does not draw it yet. */
const outOfSight = (height: number | undefined): CSSProperties | undefined =>
  height === undefined ? undefined : { containIntrinsicSize: `${height}px` };

/** How many rows stand before each part. */
function startsOf(parts: readonly Part[]): number[] {
  let before = 0;
  return parts.map(({ items }) => {
    const start = before;
    before += items.length;
    return start;
  });
}
