import { expect, it } from "vitest";
import { countCharacters } from "./text-length.ts";

it("[FB-1] counts one visible character as one", () => {
  for (const one of ["a", "é", "e\u0301", "椅", "🇵🇭", "👨‍👩‍👧‍👦", "\r\n"])
    expect(countCharacters(one)).toBe(1);
  expect(countCharacters("")).toBe(0);
  expect(countCharacters("Rp 25.000\n")).toBe(10);
});
