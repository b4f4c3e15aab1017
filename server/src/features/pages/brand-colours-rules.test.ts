import { expect, it } from "vitest";
import { brandStyle } from "./brand-colours-rules.ts";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one = "", other = ""): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds = { light: ["#f6f4ef", "#ffffff"], dark: ["#101514", "#181f1d"] } as const;

it.each(["#ffffff", "#000000", "#ffd400", "#1f5f8b", "#d81b60", "#7f7f7f", "#00ff00"])(
  "[HELP-1] is readable in both themes with any colour of the operator: %s",
  (colour) => {
    const style = brandStyle(colour);
    for (const theme of ["light", "dark"] as const) {
      const token = (name: string) =>
        new RegExp(`--${name}:[^;}]*var\\(--if-${theme},(#\\w{6})\\)`).exec(style)?.[1];
      const pairs = [
        ...backgrounds[theme].map((background) => [token("accent"), background]),
        [token("accent"), token("accent-wash")],
        [token("on-accent"), token("accent")],
        [token("on-accent"), token("accent-pressed")],
        [token("on-accent-wash"), token("accent-wash")],
      ];
      // Colours are rounded to whole values of their channels.
      for (const [text, background] of pairs) expect(contrast(text, background)).toBeGreaterThan(4.45);
    }
  },
);

it("[HELP-1] keeps a readable colour in the light theme, and changes nothing without a colour", () => {
  expect(brandStyle("#1F5F8B")).toContain("--accent:var(--if-light,#1f5f8b)");
  expect(brandStyle(null)).toBe("");
});
