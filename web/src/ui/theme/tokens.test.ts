import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const source = new URL("../../", import.meta.url);
const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

function tokensAfter(selector: string): Map<string, string> {
  const start = css.indexOf(selector);
  if (start < 0) throw new Error(`no rule ${selector}`);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  return new Map(
    [...body.matchAll(/(--[\w-]+|color-scheme):\s*([^;]*);/g)].map((found) => [
      found[1] ?? "",
      found[2] ?? "",
    ]),
  );
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((c) =>
    c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const switches = { light: tokensAfter('[data-theme="light"]'), dark: tokensAfter('\n[data-theme="dark"]') };
const colours = [...tokensAfter("[data-theme] {")];

/** Returns the values of the colour tokens in a theme. */
const valuesOf = (theme: "light" | "dark"): Map<string, string> =>
  new Map(
    colours.map(([token, value]) => [
      token,
      new RegExp(`var\\(--if-${theme}, (#\\w+)\\)`).exec(value)?.[1] ?? "",
    ]),
  );

const themes = { light: valuesOf("light"), dark: valuesOf("dark") };

const textPairs = [
  ["--ink", "--ground"],
  ["--ink", "--surface"],
  ["--ink", "--sunken"],
  ["--ink", "--raised"],
  ["--ink-soft", "--ground"],
  ["--ink-soft", "--surface"],
  ["--ink-soft", "--sunken"],
  ["--accent", "--ground"],
  ["--accent", "--surface"],
  ["--accent", "--accent-wash"],
  ["--on-accent", "--accent"],
  ["--on-accent", "--accent-pressed"],
  ["--on-accent-wash", "--accent-wash"],
  ["--good", "--good-wash"],
  ["--good", "--surface"],
  ["--warn", "--surface"],
  ["--warn", "--warn-wash"],
  ["--bad", "--bad-wash"],
  ["--bad", "--ground"],
  ["--bad", "--surface"],
  ["--on-toast", "--toast"],
] as const;

const edgePairs = [
  ["--edge", "--surface"],
  ["--edge", "--ground"],
  ["--accent", "--sunken"],
] as const;

const sizes = /font-size: (?!inherit;|(min\()?var\(--text[\w-]*\)(, calc\(var\(--rpx\) \* \d+\)\))?;).*/g;

describe("tokens", () => {
  it("are the only sizes of text, limited at most by the width", () => {
    const files = globSync("**/*.css", { cwd: source });
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => readFileSync(new URL(file, source), "utf8").match(sizes) ?? [])).toEqual(
      [],
    );
  });

  it("has the same dark values by system preference and by choice", () => {
    expect(tokensAfter(":root:not([data-theme])")).toEqual(switches.dark);
    expect([...switches.light.keys()]).toEqual([...switches.dark.keys()]);
    expect(switches.light.get("--if-light")).toBe(switches.dark.get("--if-dark"));
    expect(switches.light.get("--if-dark")).toBe(switches.dark.get("--if-light"));
    for (const [token, value] of colours)
      expect(value, token).toMatch(/^\s*var\(--if-light, .+\)\s+var\(--if-dark, .+\)$/s);
  });

  for (const [theme, tokens] of Object.entries(themes)) {
    it.each(textPairs)(`${theme}: text %s on %s reaches 4.5 : 1`, (text, ground) => {
      expect(contrast(tokens.get(text) ?? "", tokens.get(ground) ?? "")).toBeGreaterThanOrEqual(4.5);
    });
    it.each(edgePairs)(`${theme}: edge %s on %s reaches 3 : 1`, (edge, ground) => {
      expect(contrast(tokens.get(edge) ?? "", tokens.get(ground) ?? "")).toBeGreaterThanOrEqual(3);
    });
  }
});
