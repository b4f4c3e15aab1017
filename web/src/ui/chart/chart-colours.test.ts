import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../theme/tokens.css", import.meta.url), "utf8");
const heatMapCss = readFileSync(new URL("heat-map.module.css", import.meta.url), "utf8");
/** Opacities of the steps of a heat map above zero. */
const shades = [...heatMapCss.matchAll(/step\d::before \{\s*opacity: ([\d.]+)/g)].map(([, opacity]) =>
  Number(opacity),
);

/**
 * Simulation matrices for colour-blind vision, applied to linear RGB: Machado, Oliveira, and Fernandes 2009, severity
 * 1.
 */
const eyes = {
  ordinary: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

type Triple = [number, number, number];

function tokenOf(theme: string, token: string): string {
  const found = new RegExp(`${token}: [^;]*var\\(--if-${theme}, (#[0-9a-f]{6})\\)`).exec(css)?.[1];
  if (found === undefined) throw new Error(`no ${token} of ${theme}`);
  return found;
}

const channels = (hex: string): Triple =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Triple;

const linear = (colour: Triple): Triple =>
  colour.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  ) as Triple;

const through = (matrix: readonly number[], colour: Triple): Triple =>
  [0, 3, 6].map((row) => {
    const light = colour.reduce((sum, channel, column) => sum + channel * (matrix[row + column] ?? 0), 0);
    return Math.min(1, Math.max(0, light));
  }) as Triple;

function lab([red, green, blue]: Triple): Triple {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
  const y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function difference(one: string, other: string, eye: keyof typeof eyes): number {
  const [a, b] = [one, other].map((hex) => lab(through(eyes[eye], linear(channels(hex))))) as [
    Triple,
    Triple,
  ];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map(
    (hex) => through([0.2126, 0.7152, 0.0722, 0, 0, 0, 0, 0, 0], linear(channels(hex)))[0],
  );
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05);
}

const pairs = [
  ["--accent", "--second"],
  ["--accent", "--third"],
  ["--second", "--third"],
] as const;

describe.each(["light", "dark"])("the colours of a chart, %s", (theme) => {
  const token = (name: string) => tokenOf(theme, name);

  it.each(["--accent", "--second", "--third"])(
    "[CHART-1] %s has a contrast of at least 3 : 1 with its card",
    (name) => {
      expect(contrast(token(name), token("--surface"))).toBeGreaterThanOrEqual(3);
    },
  );

  it("[CHART-1] the steps of a heat map differ in lightness, from zero on", () => {
    const [accent, surface] = [token("--accent"), token("--surface")].map(channels) as [Triple, Triple];
    const steps = [...shades, 1].map((opacity) =>
      accent.map((channel, index) => channel * opacity + (surface[index] ?? 0) * (1 - opacity)),
    );
    const lightness = [channels(token("--sunken")), ...steps].map(
      (colour) => lab(linear(colour as Triple))[0],
    );
    expect(lightness).toHaveLength(6);
    for (const [step, light] of lightness.slice(1).entries())
      expect(Math.abs(light - (lightness[step] ?? light))).toBeGreaterThanOrEqual(8);
  });

  for (const eye of Object.keys(eyes) as (keyof typeof eyes)[]) {
    it.each(pairs)(`[CHART-1] %s and %s are distinguishable with vision type ${eye}`, (one, other) => {
      expect(difference(token(one), token(other), eye)).toBeGreaterThanOrEqual(20);
    });
  }
});
