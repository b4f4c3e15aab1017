import { expect, it } from "vitest";
import { formatDifference } from "./format-difference.ts";

it("[CASH-4] [I18N-3] shows the sign of a difference, and none if it is rounded to 0", () => {
  const shown = (difference: number) => formatDifference(difference, "IDR", "id_ID").replace("\u00a0", " ");
  expect([5_000, 30, 0, -30, -5_000].map(shown)).toEqual(["+Rp 50", "Rp 0", "Rp 0", "Rp 0", "-Rp 50"]);
});
