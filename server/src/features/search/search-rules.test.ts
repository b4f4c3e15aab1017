import { expect, it } from "vitest";
import { searchTerms } from "./search-rules.ts";

it.each([
  { text: "261129-7kq2", code: "2611297KQ2", number: "2611297KQ2", day: "2026-11-29", middle: null },
  {
    text: "26 11 29 7kq2 m9xd",
    code: "2611297KQ2M9XD",
    number: "2611297KQ2M9XD",
    day: "2026-11-29",
    middle: null,
  },
  // A person reads the digits 0 and 1 as letters.
  { text: "o1kq", code: "O1KQ", number: "01KQ", day: null, middle: "01KQ" },
  { text: "m9xd", code: "M9XD", number: "M9XD", day: null, middle: "M9XD" },
  { text: "7kq2 m9", code: "7KQ2M9", number: "7KQ2M9", day: null, middle: "7KQ2-M9" },
  // Not a day, and a device ID that begins with digits.
  { text: "269999", code: "269999", number: "269999", day: null, middle: "2699-99" },
  { text: "mc1", code: null, number: null, day: null, middle: null },
])("[FIND-1] reads '$text' without its spaces, hyphens, and case", ({ text, code, number, day, middle }) => {
  const terms = searchTerms(text);
  expect(terms).toMatchObject({ name: text, code, number, orderMiddle: middle });
  expect(terms.orderDay?.toISOString().slice(0, 10) ?? null).toBe(day);
});
