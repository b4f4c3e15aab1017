type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The backgrounds of tokens.css on which text of the accent colour stands, the least favourable one of each theme. */
const grounds = { light: [246, 244, 239], dark: [24, 31, 29] } as const satisfies Record<string, Rgb>;
/** Minimum contrast of text (WCAG 2.2, AA). On a dark ground, colours need more to look like themselves. */
const minContrasts = { light: 4.5, dark: 5.5 };

const parse = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never;
const format = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
const mix = (colour: Rgb, other: Rgb, share: number): Rgb =>
  colour.map((value, at) => value + ((other[at] ?? 0) - value) * share) as never;

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the colour, mixed with just enough of `towards` to have the contrast to all of `backgrounds`. */
function readable(colour: Rgb, towards: Rgb, backgrounds: readonly Rgb[], minContrast: number): Rgb {
  const shares = Array.from({ length: 101 }, (_, percent) => percent / 100);
  const share = shares.find((part) =>
    backgrounds.every((ground) => contrast(mix(colour, towards, part), ground) >= minContrast),
  );
  return mix(colour, towards, share ?? 1);
}

function colours(given: Rgb, theme: "light" | "dark") {
  const [towards, ink] = theme === "light" ? [black, white] : [white, black];
  const wash = theme === "light" ? mix(white, given, 0.12) : mix(grounds.dark, given, 0.3);
  const accent = readable(given, towards, [grounds[theme], wash, ink], minContrasts[theme]);
  const pressed = mix(accent, towards, 0.25);
  return {
    accent,
    "accent-pressed": pressed,
    "on-accent": ink,
    "accent-wash": wash,
    "on-accent-wash": pressed,
  };
}

/**
 * Returns rules that replace the accent colours of tokens.css by those of the operator, with readable contrasts in both
 * themes for any colour.
 */
export function brandStyle(colour: string | null): string {
  if (colour === null) return "";
  const [light, dark] = [colours(parse(colour), "light"), colours(parse(colour), "dark")];
  const tokens = (Object.keys(light) as (keyof typeof light)[]).map(
    (token) => `--${token}:var(--if-light,${format(light[token])}) var(--if-dark,${format(dark[token])})`,
  );
  return `:root,[data-theme]{${tokens.join(";")}}`;
}
