import { expect, it } from "vitest";
import { throttle } from "./throttle.ts";

it("[QS-1] handles only the first of several taps within 500 ms", () => {
  let now = 0;
  const seen: number[] = [];
  const tap = throttle(
    (at: number) => seen.push(at),
    500,
    () => now,
  );
  for (now = 0; now <= 1_200; now += 100) tap(now);
  expect(seen).toEqual([0, 500, 1_000]);
});
