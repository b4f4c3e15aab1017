import { type ScaleLinear, scaleLinear } from "d3-scale";

/**
 * A tick of the horizontal axis, which is divided into a band for each point. `at` is the position of the tick in
 * bands: n is the left edge of the band of the point with index n, and n + 0.5 its centre.
 */
export interface ChartTick {
  readonly at: number;
  readonly lines: readonly string[];
}

export interface ChartInput {
  readonly width: number;
  readonly height: number;
  /** Root font size in pixels. The axes grow with it. */
  readonly rem: number;
  /** Number of points on the horizontal axis. */
  readonly count: number;
  /** The lowest and the highest value; the value axis always includes 0. */
  readonly lowest: number;
  readonly highest: number;
  readonly ticks: readonly ChartTick[];
  /** Whether the value axis has integer ticks only. */
  readonly whole: boolean;
  readonly formatValue: (value: number) => string;
}

export interface ChartLayout {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Font size of the labels. */
  readonly letter: number;
  /** Width of the band of a point. */
  readonly band: number;
  readonly y: ScaleLinear<number, number>;
  readonly valueTicks: readonly { readonly y: number; readonly label: string }[];
  readonly timeTicks: readonly { readonly x: number; readonly lines: readonly string[] }[];
  /** Returns the centre of a point. */
  readonly x: (index: number) => number;
  /** Returns the index of the point at a horizontal position, limited to existing points. */
  readonly indexAt: (x: number) => number;
}

const letterSize = 0.75;
const gap = 8;

/**
 * Returns the approximate width of a text in the unit of `letter`, the font size; accurate enough to keep labels apart.
 */
export function textWidth(text: string, letter: number): number {
  let letters = 0;
  for (const sign of text) letters += sign > "\u2e80" ? 1 : /[.,:\s]/.test(sign) ? 0.3 : 0.58;
  return letters * letter;
}

const widest = (texts: readonly string[], letter: number): number =>
  Math.max(0, ...texts.map((text) => textWidth(text, letter)));

/**
 * Returns as many labels as fit without overlapping: all of them, or every second, every third, and so on. The ticks
 * must have equal distances.
 */
function labelsApart(ticks: readonly ChartTick[], band: number, letter: number): readonly ChartTick[] {
  const labelWidth = widest(
    ticks.flatMap((tick) => tick.lines),
    letter,
  );
  const between = ((ticks[1]?.at ?? 0) - (ticks[0]?.at ?? 0)) * band;
  if (between <= 0) return ticks;
  const step = Math.max(1, Math.ceil((labelWidth + gap) / between));
  return ticks.filter((_, index) => index % step === 0);
}

/** Returns the layout of a chart. All positions and sizes are in pixels from the upper left corner. */
export function computeLayout(input: ChartInput): ChartLayout {
  const { width, height, rem, count, ticks, whole, formatValue } = input;
  const letter = letterSize * rem;
  const lines = Math.max(1, ...ticks.map((tick) => tick.lines.length));
  const top = letter;
  const bottom = height - gap - lines * letter * 1.35;
  const low = Math.min(0, input.lowest);
  const high = Math.max(0, input.highest);
  const y = scaleLinear()
    .domain([low, low === high ? 1 : high])
    .nice(5)
    .range([bottom, top]);
  const values = y.ticks(3).filter((value) => !whole || Number.isInteger(value));
  const labels = values.map(formatValue);
  const left = Math.ceil(widest(labels, letter)) + gap;
  const last = ticks[ticks.length - 1];
  const lastLabelOverflow = last !== undefined && last.at === count ? widest(last.lines, letter) / 2 : 0;
  const right = width - Math.max(2, Math.ceil(lastLabelOverflow));
  const band = (right - left) / count;
  return {
    left,
    right,
    top,
    bottom,
    letter,
    band,
    y,
    valueTicks: values.map((value, index) => ({ y: y(value), label: labels[index] ?? "" })),
    timeTicks: labelsApart(ticks, band, letter).map((tick) => ({
      x: left + tick.at * band,
      lines: tick.lines,
    })),
    x: (index) => left + (index + 0.5) * band,
    indexAt: (x) => Math.min(count - 1, Math.max(0, Math.floor((x - left) / band))),
  };
}
