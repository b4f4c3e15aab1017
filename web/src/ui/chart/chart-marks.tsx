import { area, curveLinear, curveMonotoneX, line } from "d3-shape";
import type { ChartLayout } from "./chart-layout.ts";
import styles from "./chart.module.css";
import { classNames } from "#ui/theme/class-names.ts";

/** Colour, stroke, fill, and dot of a part by its index, distinguishable without colour. */
export const looks = ["first", "second", "third"] as const;
export type Look = (typeof looks)[number];

export interface ChartPart {
  readonly name: string;
  readonly values: readonly number[];
}

export const lookOf = (place: number): Look => looks[place] ?? "third";

interface MarksProps {
  readonly layout: ChartLayout;
  readonly parts: readonly ChartPart[];
  readonly known: number;
  readonly chosen: number | null;
}

/** One line per part; the area below the first is shaded. */
export function LineMarks({ layout, parts, known, chosen, open }: MarksProps & { open: boolean }) {
  const { x, y } = layout;
  const crowded = layout.band < 5;
  const curve = crowded ? curveLinear : curveMonotoneX;
  const path = line<number>((_, index) => x(index), y).curve(curve);
  const wash = area<number>((_, index) => x(index), y(0), y).curve(curve);
  const drawn = parts.map((part, place) => ({
    ...part,
    look: lookOf(place),
    values: part.values.slice(0, known),
  }));
  return (
    <>
      {drawn[0] !== undefined && <path className={styles.areaFill} d={wash(drawn[0].values) ?? ""} />}
      {drawn.map(({ name, values, look }) => (
        <path
          key={name}
          className={classNames(styles.line, styles[look], crowded && styles.thin)}
          d={path(values) ?? ""}
        />
      ))}
      {drawn.map(({ name, values, look }) =>
        values.map((value, index) => {
          const latest = index === known - 1;
          const standsOut = (latest && open && !crowded) || (layout.band > 8 && known <= 7) || known === 1;
          if (index !== chosen && !standsOut) return null;
          return (
            <Dot
              key={`${name} ${x(index)}`}
              look={look}
              x={x(index)}
              y={y(value)}
              hollow={latest && open && index !== chosen}
            />
          );
        }),
      )}
    </>
  );
}

/** Stacked bars: their height is the sum of the parts. */
export function BarMarks({
  layout,
  parts,
  known,
  open,
  chosen,
  patternId,
}: MarksProps & { open: boolean; patternId: string }) {
  const { x, y, band } = layout;
  const width = Math.max(1, Math.min(band * (band > 6 ? 0.62 : 0.9), 40));
  return Array.from({ length: known }, (_, index) => {
    let base = 0;
    return parts.map(({ name, values }, place) => {
      const value = values[index] ?? 0;
      const from = base;
      base += value;
      if (value === 0) return null;
      const look = lookOf(place);
      const tall = y(from) - y(base) - (width > 6 ? 1.5 : 0);
      return (
        <rect
          key={`${name} ${x(index)}`}
          className={classNames(
            styles.bar,
            styles[look],
            tall < 8 && styles.flat,
            open && index === known - 1 && index !== chosen && styles.growing,
          )}
          fill={look === "second" ? `url(#${patternId})` : undefined}
          x={x(index) - width / 2}
          y={y(base)}
          width={width}
          height={Math.max(1.5, tall)}
          rx={Math.min(3, width / 4)}
        />
      );
    });
  });
}

export function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className={styles.stripeGround} width="6" height="6" />
        <rect className={styles.stripe} width="2" height="6" />
      </pattern>
    </defs>
  );
}

function Dot({ look, x, y, hollow }: { look: Look; x: number; y: number; hollow: boolean }) {
  const className = classNames(styles.dot, styles[look], hollow && styles.hollow);
  if (look === "first") return <circle className={className} cx={x} cy={y} r="4.5" />;
  const turn = look === "third" ? `rotate(45 ${x} ${y})` : undefined;
  return <rect className={className} x={x - 4} y={y - 4} width="8" height="8" transform={turn} />;
}

/** The legend's sample of a part. */
export function Swatch({ place, form }: { place: number; form: "lines" | "bars" }) {
  const look = lookOf(place);
  if (form === "bars") {
    return (
      <svg className={classNames(styles.swatch, styles.narrow)} viewBox="5 0 12 12" aria-hidden="true">
        <rect className={classNames(styles.bar, styles[look])} x="6" y="1" width="10" height="10" rx="2.5" />
        {look === "second" && <path className={styles.hatching} d="M7 8l6-6M9 10.5l6.5-6.5" />}
      </svg>
    );
  }
  return (
    <svg className={styles.swatch} viewBox="0 0 22 12" aria-hidden="true">
      <path className={classNames(styles.line, styles[look])} d="M1 6h20" />
      <Dot look={look} x={11} y={6} hollow={false} />
    </svg>
  );
}
