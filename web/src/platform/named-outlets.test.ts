import { expect, it } from "vitest";
import { namedOutlets } from "./named-outlets.ts";

const all = Array.from({ length: 250 }, (_, n) => `outlet-${n}`);

it("[DET-1] [ORD-2] names the outlets chosen, none for all of them, and never only some of too many", () => {
  expect(namedOutlets([], all)).toEqual([]);
  expect(namedOutlets(all.slice(3, 103), all)).toEqual(all.slice(3, 103));
  expect(namedOutlets(all.slice(3, 104), all)).toBeNull();
  expect(namedOutlets(all.slice(1), all)).toBeNull();
  expect(namedOutlets([...all].reverse(), all)).toEqual([]);
  // An address may name outlets before it is known which there are.
  expect(namedOutlets(["elsewhere"], [])).toEqual(["elsewhere"]);
});
