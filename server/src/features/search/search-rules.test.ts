import { expect, it } from "vitest";
import { searchTerms } from "./search-rules.ts";

it.each([
  { text: "261129-7kq2", code: "2611297KQ2", number: "2611297KQ2", day: "2026-11-29" },
  { text: "26 11 29 7kq2 m9xd", code: "2611297KQ2M9XD", number: "2611297KQ2M9XD", day: "2026-11-29" },
  // A person reads the digits 0 and 1 as letters.
  { text: "o1kq", code: "O1KQ", number: "01KQ", day: null },
  { text: "m9xd", code: "M9XD", number: "M9XD", day: null },
  // Not a day, and a device ID that begins with digits.
  { text: "269999", code: "269999", number: "269999", day: null },
  { text: "mc1", code: null, number: null, day: null },
])("[FIND-1] reads '$text' without its spaces, hyphens, and case", ({ text, code, number, day }) => {
  const terms = searchTerms(text);
  expect(terms).toMatchObject({ name: text, code, number });
  expect(terms.orderDay?.toISOString().slice(0, 10) ?? null).toBe(day);
});
